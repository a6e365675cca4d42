import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { succeeded } from "../../../../contract/envelope.ts";
import { readFields } from "../../../lib/read-fields.server.ts";
import { requirePermission } from "../../../lib/require-permission.server.ts";
import { readForm, replyTo } from "../../kit/forms/read-form.server.ts";
import { createForm } from "./movie-forms.ts";
import { formOptions, refuse } from "./movie-reply.server.ts";

/** The action of the page of a new movie: creates it from the form, and redirects to its page. */
export async function createMovie({ request, context }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "catalogue.write");
  const form = await readFields(request, context);
  const options = { ...formOptions({ server, form }), id: "create" };
  const submission = readForm(form, { schema: createForm, t: server.t });
  if (submission.status !== "success") return refuse(replyTo(submission, null, options));
  const answer = await server.api.post("z/movie/create", submission.value);
  if (!succeeded(answer)) return refuse(replyTo(submission, answer, options));
  return redirect(`/z/page/movie/detail/${answer.d.id}`, { status: 303 });
}
