/** The screens people see beside home and the player: name and path. */
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
