/** Public screens besides home and the player: name and path. */
export const screens = {
  favourites: "/my-list",
  history: "/my-list/history",
  profile: "/profile",
  login: "/page/login",
  search: "/page/search",
  "search, results": "/page/search?q=the",
  language: "/page/language",
  about: "/page/about",
  feedback: "/page/feedback",
  terms: "/page/text?key=terms",
};

/** Those of them that search engines are told not to keep. */
export const unindexed: readonly string[] = [
  ...["favourites", "history", "profile", "login"],
  ...["search, results", "language", "feedback"],
];

/** The screens of the admin area. @param ids of an existing title and an existing account */
export function adminScreens(ids: { movie: string; uid: string }): Record<string, string> {
  return {
    "admin: overview": "/z",
    "admin: management": "/z/management",
    "admin: titles": "/z/page/movie",
    "admin: a title": `/z/page/movie/detail/${ids.movie}`,
    "admin: a new title": "/z/page/movie/detail",
    "admin: import": "/z/management/import",
    "admin: genres": "/z/management/genres",
    "admin: rows": "/z/management/rows",
    "admin: users": "/z/page/user",
    "admin: a user": `/z/page/user/${ids.uid}`,
    "admin: settings": "/z/page/settings",
    "admin: analysis": "/z/page/analysis",
    "admin: texts": "/z/management/texts",
    "admin: a text": "/z/management/texts/terms/en",
    "admin: feedback": "/z/management/feedback",
    "admin: audit": "/z/management/audit",
  };
}
