import type { adminAnalysisCalls } from "../../contract/analysis/admin-analysis.ts";
import type { adminAuditCalls } from "../../contract/service/admin-audit.ts";
import type { adminFeedbackCalls } from "../../contract/service/admin-feedback.ts";
import type { adminOverviewCalls } from "../../contract/analysis/admin-overview.ts";
import type { adminSetupCalls } from "../../contract/accounts/admin-setup.ts";
import type { adminSettingsCalls } from "../../contract/service/admin-settings.ts";
import type { adminTextCalls } from "../../contract/service/admin-texts.ts";
import type { adminUserCalls } from "../../contract/accounts/admin-users.ts";
import { listAudit } from "../domain/service/audit/list-audit.ts";
import { Failure } from "../domain/kernel/failure.ts";
import { claimSetup, setupState } from "../domain/accounts/users/first-owner.ts";
import type { Db } from "../db/client.ts";
import { createAdminAnalysisHandlers } from "./admin-analysis-handlers.ts";
import { createAdminServiceHandlers, type AdminServiceDeps } from "./admin-service-handlers.ts";
import { createAdminSettingsHandlers, type AdminSettingsDeps } from "./admin-settings-handlers.ts";
import { createAdminUserHandlers } from "./admin-user-handlers.ts";
import type { Handlers } from "./call-context.ts";

export type AdminDeps = { db: Db } & AdminSettingsDeps & AdminServiceDeps;
type AdminCall = keyof (typeof adminAnalysisCalls &
  typeof adminAuditCalls &
  typeof adminSetupCalls &
  typeof adminUserCalls &
  typeof adminSettingsCalls &
  typeof adminTextCalls &
  typeof adminFeedbackCalls &
  typeof adminOverviewCalls);

/** The calls of the admin area, `z/…`. Each requires its permission from the contract: see create-api.ts. */
export function createAdminHandlers(deps: AdminDeps): Pick<Handlers, AdminCall> {
  const { db } = deps;
  return {
    "z/audit/list": (input) => listAudit(db, input),

    "z/setup/state": ({ code }, { now }) => setupState(db, { code, now }),
    "z/setup/claim": ({ code }, { session, now }) => {
      if (!session) throw new Failure("unauthorised");
      return claimSetup(db, { user: session.user, code, now });
    },

    ...createAdminAnalysisHandlers({ db }),
    ...createAdminUserHandlers({ db }),
    ...createAdminSettingsHandlers(deps),
    ...createAdminServiceHandlers(deps),
  };
}
