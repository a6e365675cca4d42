import { useSubmit } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PasskeyButton } from "../../ui/passkey-button.tsx";

/** Signs in with a passkey of this browser's user, without an address. */
export function PasskeySignIn({ rpId, to, inAdmin }: { rpId: string; to: string; inAdmin: boolean }) {
  const { t } = useTranslation();
  const submit = useSubmit();
  return (
    <div className="mt-3">
      <PasskeyButton
        purpose="sign-in"
        rpId={rpId}
        label={t("login.passkey")}
        onAnswer={(passkey) =>
          submit({ intent: "passkey", passkey, to, ...(inAdmin && { inAdmin: "1" }) }, { method: "post" })
        }
      />
    </div>
  );
}
