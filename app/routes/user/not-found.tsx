import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { serverApi } from "../../lib/api.server.ts";
import { RouteErrorBoundary } from "../../ui/error-boundary.tsx";

/** Any unknown address: the error screen, with status 404. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<never> {
  const { t } = await serverApi(request, context);
  throw data({ message: t("errors.not_found"), requestId: context.requestId }, { status: 404 });
}

export default function NotFound() {
  return null;
}

export const ErrorBoundary = RouteErrorBoundary;
