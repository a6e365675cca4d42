import { index, layout, route, type RouteConfig } from "@remix-run/route-config";

/** Every URL of the product (spec, section 2). Shells are pathless, so that a bare `/page` is a 404. */
export default [
  layout("routes/user/shell.tsx", [
    index("routes/user/home.tsx"),
    route("my-list", "routes/user/my-list/shell.tsx", [
      index("routes/user/my-list/favourites.tsx"),
      route("history", "routes/user/my-list/history.tsx"),
    ]),
    route("profile", "routes/user/profile.tsx"),
    // Any other address: the user area with the error screen in it.
    route("*", "routes/user/not-found.tsx"),
  ]),
  route("video/:id/:index?", "routes/video.tsx"),
  route("test", "routes/test.tsx"),
  layout("routes/page/shell.tsx", [
    route("page/login", "routes/page/login.tsx"),
    route("page/membership", "routes/page/membership.tsx"),
    route("page/pay", "routes/page/pay.tsx"),
    route("page/search", "routes/page/search.tsx"),
    route("page/language", "routes/page/language.tsx"),
    route("page/about", "routes/page/about.tsx"),
    route("page/text", "routes/page/text.tsx"),
    route("page/feedback", "routes/page/feedback.tsx"),
  ]),
  // The admin area: each screen guards itself (app/lib/require-permission.server.ts).
  layout("routes/admin/shell.tsx", [
    route("z", "routes/admin/home.tsx"),
    route("z/management", "routes/admin/management.tsx"),
    route("z/management/feedback", "routes/admin/feedback.tsx"),
    route("z/management/feedback/:receipt", "routes/admin/feedback-message.tsx"),
    route("z/management/texts", "routes/admin/texts.tsx"),
    route("z/management/texts/:key/:locale", "routes/admin/text.tsx"),
    route("z/management/plans", "routes/admin/plans.tsx"),
    route("z/management/codes", "routes/admin/codes.tsx"),
    route("z/management/orders", "routes/admin/orders.tsx"),
    route("z/management/orders/:number", "routes/admin/order.tsx"),
    route("z/management/audit", "routes/admin/audit.tsx"),
    route("z/management/genres", "routes/admin/genres.tsx"),
    route("z/management/rows", "routes/admin/rows.tsx"),
    route("z/management/import", "routes/admin/movies-import.tsx"),
    route("z/page/movie", "routes/admin/movies.tsx"),
    route("z/page/movie/detail/:id?", "routes/admin/movie.tsx"),
    route("z/page/magnet", "routes/admin/magnet.tsx"),
    route("z/page/job", "routes/admin/jobs.tsx"),
    route("z/page/user", "routes/admin/users.tsx"),
    route("z/page/user/:id", "routes/admin/user.tsx"),
    route("z/page/analysis", "routes/admin/analysis.tsx"),
    route("z/page/settings", "routes/admin/settings.tsx"),
  ]),
  route("z/page/movie/detail/:id/encoding", "routes/admin/movie-encoding.ts"),
  route("z/page/movie/detail/:id/subtitles", "routes/admin/movie-subtitles.ts"),
  route("z/management/codes.csv", "routes/admin/codes-csv.ts"),
  route("z/management/orders.csv", "routes/admin/orders-csv.ts"),
  route("z/page/magnet/now", "routes/admin/magnet-now.ts"),
  route("z/page/job/now", "routes/admin/jobs-now.ts"),
  route("z/page/movie.csv", "routes/admin/movies-csv.ts"),
  route("z/page/user.csv", "routes/admin/users-csv.ts"),
  route("z/page/analysis.csv", "routes/admin/analysis-csv.ts"),
  route("z/page/settings.json", "routes/admin/settings-json.ts"),
  // The service worker shows it if there is no network.
  route("offline", "routes/offline.tsx"),
  // Not pages: resources for pages and players.
  route("manifest.webmanifest", "routes/manifest.ts"),
  route("session", "routes/session.ts"),
  route("profile/export", "routes/profile-export.ts"),
  route("play/:id/:index", "routes/play.ts"),
] satisfies RouteConfig;
