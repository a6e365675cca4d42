import type { LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { batchLine, orderLine } from "../../admin/commerce/presenter.server.ts";
import { OrderChip } from "../../admin/commerce/order-chip.tsx";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { FilterBar, TypedFilter } from "../../admin/kit/filter-bar.tsx";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { longestQuery } from "../../../contract/service/values.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { requirePermission, type AdminServer } from "../../lib/require-permission.server.ts";
import { Time } from "../../admin/kit/time.tsx";

export const handle: RouteHandle = { texts: ["admin"] };
/** Shown of each kind; the kind's own list has them all. */
const most = 6;

/** Titles, users, orders and codes by one text: of each kind what the admin may see. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const server = await requirePermission(request, context, "overview.read");
  const q = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, longestQuery);
  const page = adminPage(request, context, { t: server.t, title: server.t("admin.section.search") });
  return { q, found: q === "" ? null : await search(server, q), page };
}

async function search({ api, may, unwrap, t, locale, zone }: AdminServer, q: string) {
  const asked = { q, limit: most };
  const reader = { t, locale, zone };
  const sells = may("payments.read");
  const [movies, users, orders, codes] = await Promise.all([
    may("catalogue.read") ? api.get("z/movie/list", asked) : null,
    may("users.read") ? api.get("z/user/list", asked) : null,
    sells ? api.get("z/order/list", asked) : null,
    sells ? api.get("z/code/list", asked) : null,
  ]);
  const now = new Date();
  return {
    movies: movies && unwrap(movies).items.map(({ id, title, year, state }) => ({ id, title, year, state })),
    users: users && unwrap(users).items.map(({ uid, name, email }) => ({ uid, name, email })),
    orders: orders && unwrap(orders).items.map((order) => orderLine(order, reader)),
    codes: codes && unwrap(codes).items.map((batch) => batchLine(batch, now, reader)),
  };
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Search() {
  const { t } = useTranslation();
  const { q, found } = useLoaderData<typeof loader>();
  const lists = found && [found.movies, found.users, found.orders, found.codes];
  return (
    <main id="content" className="z-main">
      <PageHead title={t("admin.section.search")} text={t("admin.find.text")} />
      <FilterBar action="/z/search" label={t("admin.section.search")} filtered={q !== ""}>
        <TypedFilter name="q" label={t("admin.find.field")} value={q} autoFocus={q === ""} />
      </FilterBar>
      {lists?.every((list) => !list?.length) ? (
        <p role="status" className="z-panel">
          {t("admin.list.noMatch")}
        </p>
      ) : null}
      {found ? <Results q={q} found={found} /> : null}
    </main>
  );
}

type Found = NonNullable<Awaited<ReturnType<typeof loader>>["found"]>;

function Results({ q, found: { movies, users, orders, codes } }: { q: string; found: Found }) {
  const { t } = useTranslation();
  const name = (kind: "movies" | "users" | "orders" | "codes") => t(`admin.section.${kind}`);
  return (
    <div className="z-stack">
      <Kind title={name("movies")} to={`/z/page/movie?q=${encodeURIComponent(q)}`}>
        {movies?.map(({ id, title, year, state }) => (
          <Hit key={id} to={`/z/page/movie/detail/${id}`} name={title}>
            {year} · {t(`admin.movieState.${state}`)}
          </Hit>
        ))}
      </Kind>
      <Kind title={name("users")} to={`/z/page/user?q=${encodeURIComponent(q)}`}>
        {users?.map(({ uid, name: called, email }) => (
          <Hit key={uid} to={`/z/page/user/${uid}`} name={called ?? email ?? t("profile.guest")}>
            <bdi>{called ? email : null}</bdi>
          </Hit>
        ))}
      </Kind>
      <Kind title={name("orders")} to={`/z/management/orders?q=${encodeURIComponent(q)}`}>
        {orders?.map((order) => (
          <Hit key={order.number} to={`/z/management/orders/${order.number}`} name={order.number}>
            {order.plan} · {order.price} · <Time at={order.date} /> · <bdi>{order.user?.name}</bdi>{" "}
            <OrderChip order={order} />
          </Hit>
        ))}
      </Kind>
      <Kind title={name("codes")} to={`/z/management/codes?q=${encodeURIComponent(q)}`}>
        {codes?.map((batch) => (
          <Hit key={batch.id} to={`/z/management/codes?q=${encodeURIComponent(q)}`} name={batch.name}>
            {batch.found ? t("admin.code.found", { used: batch.found.used }) : batch.used} ·{" "}
            {t(`admin.codeState.${(batch.found ?? batch).state}`)}
          </Hit>
        ))}
      </Kind>
    </div>
  );
}

/** What was found of one kind, and the way to all of it; nothing without a match. */
function Kind({ title, to, children }: { title: string; to: string; children: ReactNode[] | undefined }) {
  const { t } = useTranslation();
  if (!children?.length) return null;
  return (
    <section className="z-panel">
      <h2>{title}</h2>
      <ul className="z-events">{children}</ul>
      {children.length < most ? null : (
        <p className="mt-2">
          <Link to={to} className="z-link text-sm">
            {t("admin.find.all", { section: title })}
          </Link>
        </p>
      )}
    </section>
  );
}

function Hit({ to, name, children }: { to: string; name: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className="z-link">
        <bdi>{name}</bdi>
      </Link>
      <span className="z-faint">{children}</span>
    </li>
  );
}
