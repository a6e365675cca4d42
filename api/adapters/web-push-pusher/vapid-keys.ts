import { createECDH, hkdfSync } from "node:crypto";

/** Order of the group of P-256. */
const order = BigInt("0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");

/**
 * The key pair by which push services know this one (RFC 8292), base64url. It follows from the service's secret, which is
 * made at the first start, so that every process has the same.
 */
export function vapidKeys(secret: string): { publicKey: string; privateKey: string } {
  // 16 bytes more than the key has, so that no key is likelier than another.
  const bytes = Buffer.from(hkdfSync("sha256", secret, "", "matinee web push", 48));
  const scalar = (BigInt(`0x${bytes.toString("hex")}`) % (order - 1n)) + 1n;
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(Buffer.from(scalar.toString(16).padStart(64, "0"), "hex"));
  return {
    publicKey: curve.getPublicKey("base64url"),
    // A leading zero byte belongs to it.
    privateKey: Buffer.from(scalar.toString(16).padStart(64, "0"), "hex").toString("base64url"),
  };
}
