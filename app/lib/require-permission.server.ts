import { data, redirect, type AppLoadContext } from "@remix-run/node";
import { isPermitted, type Permission } from "../../contract/accounts/permissions.ts";
import { serverApi, type ServerApi } from "./api.server.ts";
import { signedInUser, type SignedIn } from "./signed-in-user.server.ts";
import { readZone } from "./zone.ts";

/** The API on behalf of one admin, and the admin's identity. */
export type AdminServer = ServerApi & {
  user: SignedIn;
  /** The time zone that times are shown in, and forms without a zone of their own are read in. */
  zone: string;
  may: (permission: Permission) => boolean;
};

/**
 * Guards every loader and action of the admin area: each calls it itself, since a layout guards nothing (a request can
 * ask for a child's data alone). The API checks again, by the same table.
 * @throws Response 303 to the sign-in page without an account, 302 to the page of the second factor where admins need
 *   one, 403 for an account without the level
 */
export async function requirePermission(
  request: Request,
  context: AppLoadContext,
  permission: Permission,
): Promise<AdminServer> {
  const server = await serverApi(request, context);
  const user = await signedInUser(server, { request, context });
  if (!user || user.anonymous === 1) throw redirect(signInUrl(request), { status: 303 });
  if (!isPermitted(user.admin, permission)) {
    throw data({ message: server.t("errors.forbidden"), requestId: context.requestId }, { status: 403 });
  }
  if (user.factor_needed) throw redirect(`/profile/security?${new URLSearchParams({ to: pathOf(request) })}`);
  const zone = readZone(request.headers.get("Cookie"));
  return { ...server, zone, user, may: (wanted) => isPermitted(user.admin, wanted) };
}

/** The sign-in page, which leads back here: for a form, to its page. */
function signInUrl(request: Request): string {
  return `/page/login?${new URLSearchParams({ to: pathOf(request) })}`;
}

function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname.replace(/\.data$/, "") + search;
}

/** @returns the error a loader throws for an unknown address */
export function notFound({ t }: ServerApi, context: AppLoadContext) {
  return data({ message: t("errors.not_found"), requestId: context.requestId }, { status: 404 });
}
