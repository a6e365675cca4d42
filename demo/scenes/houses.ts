import { n } from "./layer.ts";
import type { Random } from "./random.ts";
import type { Building } from "./spec.ts";
import { box, type Window, windowGrid } from "./walls.ts";

/** A house as paths, with the positions of its windows. */
export type House = { walls: string; roofs: string; windows: readonly Window[] };

/** One house of a style, standing on `y` with its middle at `x`, about `s` units large. */
export const house = (style: Building, x: number, y: number, s: number, random: Random): House => {
  const w = s * random.range(0.7, 1.25);
  const h = s * random.range(0.5, 0.95);
  const grid = (lit: number, size = s * 0.11) => windowGrid(x - w / 2, y - h, w, h, size, random, lit);
  const gable = (lift: number) =>
    `M${n(x - w * 0.59)} ${n(y - h)}L${n(x)} ${n(y - h - s * lift)}L${n(x + w * 0.59)} ${n(y - h)}Z`;
  const walls = box(x - w / 2, y - h, w, h + 3);
  if (style === "medina") {
    const dome = random.chance(0.22);
    const tower = random.chance(0.16);
    const roofs =
      (dome
        ? `M${n(x - w * 0.34)} ${n(y - h)}A${n(w * 0.34)} ${n(w * 0.4)} 0 0 1 ${n(x + w * 0.34)} ${n(y - h)}Z${box(x - s * 0.012, y - h - w * 0.55, s * 0.024, w * 0.2)}`
        : box(x - w / 2, y - h - s * 0.07, w * 0.16, s * 0.08) +
          box(x + w * 0.34, y - h - s * 0.07, w * 0.16, s * 0.08)) +
      (tower
        ? box(x + w * 0.3, y - s * 2.2, s * 0.2, s * 2.2) +
          box(x + w * 0.3 - s * 0.05, y - s * 1.85, s * 0.3, s * 0.08) +
          `M${n(x + w * 0.3)} ${n(y - s * 2.2)}L${n(x + w * 0.3 + s * 0.1)} ${n(y - s * 2.65)}L${n(x + w * 0.3 + s * 0.2)} ${n(y - s * 2.2)}Z`
        : "");
    return { walls, roofs, windows: grid(0.5, s * 0.09) };
  }
  if (style === "pagoda") {
    const tiers = random.chance(0.22) ? 4 : 1;
    let roofs = "";
    let tall = "";
    for (let i = 0; i < tiers; i += 1) {
      const tw = w * (1 - i * 0.15);
      const ty = y - h * (i + 1) * (tiers > 1 ? 0.72 : 1);
      tall += box(x - tw * 0.38, ty, tw * 0.76, h + 3);
      roofs += `M${n(x - tw * 0.74)} ${n(ty + s * 0.02)}Q${n(x - tw * 0.45)} ${n(ty - s * 0.04)} ${n(x - tw * 0.22)} ${n(ty - s * 0.3)}L${n(x + tw * 0.22)} ${n(ty - s * 0.3)}Q${n(x + tw * 0.45)} ${n(ty - s * 0.04)} ${n(x + tw * 0.74)} ${n(ty + s * 0.02)}Z`;
    }
    if (tiers > 1) roofs += box(x - s * 0.02, y - h * tiers * 0.72 - s * 0.85, s * 0.04, s * 0.6);
    return {
      walls: tall,
      roofs,
      windows: windowGrid(x - w * 0.34, y - h * 0.85, w * 0.68, h * 0.8, s * 0.13, random, 0.6),
    };
  }
  if (style === "stilts") {
    const lift = s * 0.34;
    const legs = [-0.42, -0.14, 0.14, 0.42]
      .map((t) => box(x + t * w - s * 0.02, y - lift, s * 0.04, lift + 3))
      .join("");
    const roof = `M${n(x - w * 0.68)} ${n(y - lift - h * 0.62)}Q${n(x - w * 0.2)} ${n(y - lift - h * 0.9)} ${n(x)} ${n(y - lift - h * 1.4)}Q${n(x + w * 0.2)} ${n(y - lift - h * 0.9)} ${n(x + w * 0.68)} ${n(y - lift - h * 0.62)}Z`;
    return {
      walls: legs + box(x - w / 2, y - lift - h * 0.65, w, h * 0.65),
      roofs: roof,
      windows: windowGrid(x - w / 2, y - lift - h * 0.6, w, h * 0.55, s * 0.12, random, 0.7),
    };
  }
  if (style === "chapel") {
    if (random.chance(0.4)) return { walls, roofs: gable(0.5), windows: grid(0.45) };
    const t = s * 0.34;
    return {
      walls: walls + box(x - w / 2 - t * 0.6, y - s * 1.6, t, s * 1.6 + 3),
      roofs:
        gable(0.5) +
        `M${n(x - w / 2 - t * 0.72)} ${n(y - s * 1.6)}L${n(x - w / 2 - t * 0.1)} ${n(y - s * 2.5)}L${n(x - w / 2 + t * 0.52)} ${n(y - s * 1.6)}Z`,
      windows: grid(0.4),
    };
  }
  const tall = style === "harbour" ? random.range(1, 1.7) : 1;
  const chimney = random.chance(0.5) ? box(x + w * 0.2, y - h * tall - s * 0.46, s * 0.1, s * 0.4) : "";
  return {
    walls: box(x - w / 2, y - h * tall, w, h * tall + 3),
    roofs: `M${n(x - w * 0.58)} ${n(y - h * tall)}L${n(x)} ${n(y - h * tall - s * 0.48)}L${n(x + w * 0.58)} ${n(y - h * tall)}Z${chimney}`,
    windows: windowGrid(x - w / 2, y - h * tall, w, h * tall, s * 0.1, random, 0.55),
  };
};
