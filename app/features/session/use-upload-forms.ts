import type { FormSource } from "../../lib/send-directly.ts";
import { useBrowserSession } from "./session-provider.tsx";

/**
 * The source of upload forms for scripts; null until the session is known. A visitor without a session becomes a guest,
 * as by every other write.
 */
export function useUploadForms(): FormSource | null {
  const session = useBrowserSession();
  return (
    session &&
    (async (input = {}) => {
      await session.ensureSession();
      return session.api.get("oss/form", input, { loading: false, toast: false });
    })
  );
}
