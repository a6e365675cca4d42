import type { adminFeedbackCalls } from "../../contract/service/admin-feedback.ts";
import type { adminOverviewCalls } from "../../contract/analysis/admin-overview.ts";
import type { adminTextCalls } from "../../contract/service/admin-texts.ts";
import type { Db } from "../db/client.ts";
import {
  anyFeedbackDetail,
  closeFeedback,
  deleteFeedback,
  listAllFeedback,
  replyFeedback,
} from "../domain/service/feedback/admin-feedback.ts";
import { createOverview } from "../domain/analysis/read-overview.ts";
import { adminTextDetail, listTexts, restoreText, saveText } from "../domain/service/texts/admin-texts.ts";
import type { Storage } from "../ports/storage.ts";
import { adminOf } from "./admin-of.ts";
import type { CallContext, Handlers } from "./call-context.ts";

export type AdminServiceDeps = { db: Db; storage: Storage; dataDir: string };
type Call = keyof (typeof adminTextCalls & typeof adminFeedbackCalls & typeof adminOverviewCalls);

/** Texts, feedback and the numbers of the home page. */
export function createAdminServiceHandlers(deps: AdminServiceDeps): Pick<Handlers, Call> {
  const { db } = deps;
  const overview = createOverview(deps);
  const by = (context: CallContext) => ({ admin: adminOf(context), now: context.now });
  return {
    "z/overview": (_input, { now }) => overview(now),

    "z/text/list": () => listTexts(db),
    "z/text/detail": (input) => adminTextDetail(db, input),
    "z/text/save": (input, context) => saveText(db, { ...input, ...by(context) }),
    "z/text/restore": (input, context) => restoreText(db, { ...input, ...by(context) }),

    "z/feedback/list": (input, { now }) => listAllFeedback(db, { ...input, now }),
    "z/feedback/detail": (input, { now }) => anyFeedbackDetail(deps, { ...input, now }),
    "z/feedback/reply": (input, context) => replyFeedback(db, { ...input, ...by(context) }),
    "z/feedback/close": (input, context) => closeFeedback(db, { ...input, ...by(context) }),
    "z/feedback/delete": async (input, context) => {
      await deleteFeedback(deps, { ...input, ...by(context) });
      return {};
    },
  };
}
