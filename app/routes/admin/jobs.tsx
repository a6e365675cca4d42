import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { useMay } from "../../admin/kit/admin-frame.tsx";
import "../../admin/kit/css/jobs.css";
import { JobsScreen } from "../../admin/ingest/jobs/jobs-screen.tsx";
import { jobsNow } from "../../admin/ingest/jobs/now.server.ts";
import { writeJob } from "../../admin/ingest/jobs/write-job.server.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };

/** The jobs of every kind in one list. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const server = await requirePermission(request, context, "catalogue.read");
  const first = await jobsNow(server, new URL(request.url).searchParams);
  return { first, page: adminPage(request, context, { t: server.t, title: server.t("admin.section.jobs") }) };
}

/** Tries a job again, or cancels it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "catalogue.write");
  return writeJob(server, await readFields(request, context));
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Jobs() {
  const { first } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const editable = useMay()("catalogue.write");
  return <JobsScreen first={first} outcome={outcome} editable={editable} />;
}
