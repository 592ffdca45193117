use std::path::PathBuf;
use std::str::FromStr;

use anyhow::bail;

use super::store;
use crate::config::StorePlace;
use crate::projects::{MOST_PROJECTS, ProjectName};

/// A project that `--project` names, as in `billing` or `billing=stores/billing.sqlite`.
#[derive(Clone, Debug)]
pub(super) struct ProjectOption {
    name: ProjectName,
    store: Option<PathBuf>,
}

impl FromStr for ProjectOption {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, store) = text.split_once('=').map_or((text, None), |(name, store)| (name, Some(store)));
        if store == Some("") {
            return Err(format!("the project {name} has no store after `=`"));
        }
        Ok(Self { name: name.parse()?, store: store.map(PathBuf::from) })
    }
}

impl ProjectOption {
    /// Returns the store of each project. One that isn't named is a file of its name beside the main store.
    pub fn all(places: Vec<Self>, main: &StorePlace) -> anyhow::Result<Vec<(ProjectName, StorePlace)>> {
        if places.len() > MOST_PROJECTS {
            bail!("{} projects are too many: a server has at most {MOST_PROJECTS}", places.len());
        }
        let mut all: Vec<(ProjectName, StorePlace)> = Vec::new();
        for Self { name, store } in places {
            let place = match (store, main) {
                (Some(store), _) => store::to_serve(Some(&store))?,
                (None, StorePlace::File(main)) => {
                    StorePlace::File(main.with_file_name(format!("{name}.sqlite")))
                }
                (None, _) => bail!("name the database of the project {name}: --project {name}=postgres://…"),
            };
            if place == *main || all.iter().any(|(_, other)| *other == place) {
                bail!("{} is the store of two projects: name another for {name}", place.shown());
            }
            if all.iter().any(|(other, _)| *other == name) {
                bail!("two projects are called {name}");
            }
            all.push((name, place));
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(projects: &[&str], main: &str) -> Result<Vec<String>, String> {
        let places = projects.iter().map(|project| project.parse().unwrap()).collect();
        let all = ProjectOption::all(places, &StorePlace::named(main.as_ref()));
        let all = all.map_err(|error| error.to_string())?;
        Ok(all.iter().map(|(name, place)| format!("{name} in {}", place.shown())).collect())
    }

    #[test]
    fn a_project_has_a_store_of_its_own() {
        assert_eq!(all(&["billing"], "/data/team.sqlite").unwrap(), ["billing in /data/billing.sqlite"]);
        let database = "web=postgres://db/web";
        assert_eq!(all(&[database], "postgres://db/main").unwrap(), ["web in postgres://db/web"]);
        for (projects, main, why) in [
            (vec!["team"], "/data/team.sqlite", "two projects"),
            (vec!["a=postgres://db/x", "b=postgres://db/x"], "postgres://db/main", "two projects"),
            (vec!["a=postgres://db/x", "a=postgres://db/y"], "postgres://db/main", "called a"),
            (vec!["a"], "postgres://db/main", "name the database"),
        ] {
            assert!(all(&projects, main).unwrap_err().contains(why), "{projects:?}");
        }
        assert!("a=".parse::<ProjectOption>().is_err() && "A".parse::<ProjectOption>().is_err());
    }
}
