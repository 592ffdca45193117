-- Whether a text is the one that is stored is told by the texts, and is seldom asked; a digest cost every document.
ALTER TABLE document DROP COLUMN digest;
