import { data, redirect, type AppLoadContext } from "@remix-run/node";
import { succeeded } from "../../contract/envelope.ts";
import type { UserInfo } from "../../contract/index.ts";
import { isPermitted, type Permission } from "../../contract/accounts/permissions.ts";
import { serverApi, type ServerApi } from "./api.server.ts";

/** The API as one admin sees it, and who that is. */
export type AdminServer = ServerApi & {
  user: UserInfo;
  may: (permission: Permission) => boolean;
};

// Loaders of one request run side by side; who is asking is asked once.
const people = new WeakMap<AppLoadContext, Promise<UserInfo | null>>();

/**
 * What every loader and action of the admin area begins with: each guards itself, since a layout guards nothing
 * (a child's data can be asked for alone). The API decides again, by the same table.
 * @throws Response 303 to the sign-in page for whoever has no account here, 403 for an account without the level
 */
export async function requirePermission(
  request: Request,
  context: AppLoadContext,
  permission: Permission,
): Promise<AdminServer> {
  const server = await serverApi(request, context);
  const user = await personOf(server, context);
  if (!user || user.anonymous === 1) throw redirect(signInUrl(request), { status: 303 });
  if (!isPermitted(user.admin, permission)) {
    throw data({ message: server.t("errors.forbidden"), requestId: context.requestId }, { status: 403 });
  }
  return { ...server, user, may: (wanted) => isPermitted(user.admin, wanted) };
}

/** @returns who the session names; null = there is none, or none any more */
export function personOf({ api, token }: ServerApi, context: AppLoadContext): Promise<UserInfo | null> {
  const known = people.get(context);
  if (known) return known;
  const asked = token
    ? api.post("login/token", { token }).then((info) => (succeeded(info) ? info.d : null))
    : Promise.resolve(null);
  people.set(context, asked);
  return asked;
}

/** The sign-in page, which leads back here: to the page, where a form of it was sent. */
function signInUrl(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const to = pathname.replace(/\.data$/, "") + search;
  return `/page/login?${new URLSearchParams({ to })}`;
}

/** @returns what a loader throws for an address under which there is nothing */
export function notFound({ t }: ServerApi, context: AppLoadContext) {
  return data({ message: t("errors.not_found"), requestId: context.requestId }, { status: 404 });
}
