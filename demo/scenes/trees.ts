import { n } from "./layer.ts";
import type { Random } from "./random.ts";
import type { TreeKind } from "./spec.ts";

/** Path data of one tree, by its colour: `body` in the silhouette's colour, `leaf` in the leaf colour. */
export type TreeShape = { readonly body: string; readonly leaf: string };

const circle = (x: number, y: number, r: number): string =>
  `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(r * 2)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-r * 2)} 0Z`;

const stem = (x: number, y: number, h: number, w: number, lean = 0): string =>
  `M${n(x - w)} ${n(y)}L${n(x - w * 0.5 + lean)} ${n(y - h)}L${n(x + w * 0.5 + lean)} ${n(y - h)}L${n(x + w)} ${n(y)}Z`;

const fir = (x: number, y: number, h: number, random: Random): TreeShape => {
  const tiers = Math.max(4, Math.min(8, Math.round(h / 6)));
  const wide = h * random.range(0.17, 0.23);
  const left: string[] = [];
  const right: string[] = [];
  for (let i = 0; i < tiers; i += 1) {
    const t = (i + 1) / tiers;
    const half = wide * t ** 0.85 * random.range(0.86, 1.12);
    const at = y - h * (1 - t * 0.93);
    right.push(`L${n(x + half)} ${n(at)}L${n(x + half * 0.5)} ${n(at - h * 0.012)}`);
    left.unshift(
      `L${n(x - half * 0.5)} ${n(at - h * 0.012)}L${n(x - half * random.range(0.9, 1.08))} ${n(at)}`,
    );
  }
  return {
    body: `M${n(x)} ${n(y - h)}${right.join("")}${left.join("")}Z${stem(x, y + 2, h * 0.12, h * 0.02)}`,
    leaf: "",
  };
};

const crown = (x: number, y: number, r: number, random: Random, squash = 1): string =>
  Array.from({ length: 8 }, () => {
    const angle = random.range(0, 6.28);
    const away = random.range(0.15, 0.68) * r;
    return circle(
      x + Math.cos(angle) * away,
      y + Math.sin(angle) * away * squash,
      r * random.range(0.32, 0.56),
    );
  }).join("");

const branches = (
  x: number,
  y: number,
  angle: number,
  length: number,
  width: number,
  depth: number,
  random: Random,
): string => {
  const tipX = x + Math.cos(angle) * length;
  const tipY = y + Math.sin(angle) * length;
  const [dx, dy] = [Math.sin(angle) * width, -Math.cos(angle) * width];
  const limb = `M${n(x + dx)} ${n(y + dy)}L${n(tipX + dx * 0.6)} ${n(tipY + dy * 0.6)}L${n(tipX - dx * 0.6)} ${n(tipY - dy * 0.6)}L${n(x - dx)} ${n(y - dy)}Z`;
  if (depth === 0) return limb;
  const forks = Array.from({ length: depth > 2 ? 3 : 2 }, (_, i) =>
    branches(
      tipX,
      tipY,
      angle + (i - (depth > 2 ? 1 : 0.5)) * random.range(0.45, 0.75) + random.range(-0.12, 0.12),
      length * random.range(0.6, 0.78),
      width * 0.6,
      depth - 1,
      random,
    ),
  );
  return limb + forks.join("");
};

const pine = (x: number, y: number, h: number, random: Random): TreeShape => {
  const lean = h * random.range(-0.16, 0.16);
  const pads = [1, 0.8, 0.62].map((t, i) => {
    const cx = x + lean * t + (i === 0 ? 0 : (i % 2 ? -1 : 1) * h * 0.13);
    const w = h * random.range(0.17, 0.26);
    const cy = y - h * t;
    return `M${n(cx - w)} ${n(cy)}Q${n(cx - w * 0.7)} ${n(cy - h * 0.12)} ${n(cx)} ${n(cy - h * 0.11)}Q${n(cx + w * 0.8)} ${n(cy - h * 0.11)} ${n(cx + w)} ${n(cy)}Q${n(cx)} ${n(cy + h * 0.035)} ${n(cx - w)} ${n(cy)}Z`;
  });
  return { body: stem(x, y + 2, h * 0.98, h * 0.022, lean) + pads.join(""), leaf: "" };
};

const palm = (x: number, y: number, h: number, random: Random): TreeShape => {
  const lean = h * random.range(-0.22, 0.22);
  const top = [x + lean, y - h] as const;
  const trunk = `M${n(x - h * 0.025)} ${n(y + 2)}Q${n(x + lean * 0.2)} ${n(y - h * 0.5)} ${n(top[0] - h * 0.012)} ${n(top[1])}L${n(top[0] + h * 0.012)} ${n(top[1])}Q${n(x + lean * 0.3)} ${n(y - h * 0.5)} ${n(x + h * 0.025)} ${n(y + 2)}Z`;
  const fronds = Array.from({ length: 9 }, (_, i) => {
    const angle = Math.PI + (i / 8) * Math.PI;
    const l = h * random.range(0.3, 0.4);
    const ex = top[0] + Math.cos(angle) * l;
    const ey = top[1] + Math.sin(angle) * l * 0.55 + l * (0.28 + 0.3 * Math.abs(Math.cos(angle)));
    const mx = top[0] + Math.cos(angle) * l * 0.62;
    const my = top[1] + Math.sin(angle) * l * 0.62;
    return `M${n(top[0])} ${n(top[1])}Q${n(mx)} ${n(my - l * 0.1)} ${n(ex)} ${n(ey)}Q${n(mx)} ${n(my + l * 0.1)} ${n(top[0])} ${n(top[1])}Z`;
  });
  return { body: trunk + fronds.join(""), leaf: "" };
};

const bamboo = (x: number, y: number, h: number, random: Random): TreeShape => {
  const lean = h * random.range(-0.06, 0.06);
  const w = h * 0.011;
  const joints = Array.from({ length: 9 }, (_, i) => {
    const t = i / 9;
    const [x0, y0] = [x + lean * t * t, y - h * t];
    const [x1, y1] = [x + lean * (t + 0.105) ** 2, y - h * (t + 0.105)];
    return `M${n(x0 - w)} ${n(y0)}L${n(x1 - w)} ${n(y1)}L${n(x1 + w)} ${n(y1)}L${n(x0 + w)} ${n(y0)}Z`;
  });
  const leaves = Array.from({ length: 16 }, () => {
    const t = random.range(0.35, 1);
    const [cx, cy] = [x + lean * t * t, y - h * t];
    const side = random.chance(0.5) ? 1 : -1;
    const l = h * random.range(0.06, 0.11);
    const drop = random.range(-0.1, 0.8) * l;
    return `M${n(cx)} ${n(cy)}Q${n(cx + side * l * 0.5)} ${n(cy + drop * 0.1 - l * 0.1)} ${n(cx + side * l)} ${n(cy + drop)}Q${n(cx + side * l * 0.4)} ${n(cy + drop * 0.6)} ${n(cx)} ${n(cy)}Z`;
  });
  return { body: joints.join(""), leaf: leaves.join("") };
};

/** Draws a tree standing at (x, y), `h` design units tall. */
export const drawTree = (kind: TreeKind, x: number, y: number, h: number, random: Random): TreeShape => {
  switch (kind) {
    case "fir":
      return fir(x, y, h, random);
    case "pine":
      return pine(x, y, h, random);
    case "palm":
      return palm(x, y, h, random);
    case "bamboo":
      return bamboo(x, y, h, random);
    case "bare":
      return {
        body: branches(x, y + 1, -Math.PI / 2 + random.range(-0.1, 0.1), h * 0.34, h * 0.03, 4, random),
        leaf: "",
      };
    case "poplar":
      return {
        body: `M${n(x)} ${n(y - h)}C${n(x + h * 0.16)} ${n(y - h * 0.6)} ${n(x + h * 0.13)} ${n(y - h * 0.12)} ${n(x)} ${n(y - h * 0.08)}C${n(x - h * 0.13)} ${n(y - h * 0.12)} ${n(x - h * 0.16)} ${n(y - h * 0.6)} ${n(x)} ${n(y - h)}Z${stem(x, y + 2, h * 0.16, h * 0.018)}`,
        leaf: "",
      };
    case "acacia": {
      const pads = [-0.24, 0.22, 0].map(
        (dx, i) =>
          `M${n(x + (dx - 0.34) * h)} ${n(y - h * (0.8 + i * 0.07))}Q${n(x + dx * h)} ${n(y - h * (1.02 + i * 0.07))} ${n(x + (dx + 0.34) * h)} ${n(y - h * (0.8 + i * 0.07))}Z`,
      );
      const limbs = branches(x, y + 1, -Math.PI / 2, h * 0.42, h * 0.028, 2, random);
      return { body: limbs + pads.join(""), leaf: "" };
    }
    case "birch":
      return {
        body: stem(x, y + 2, h * 0.9, h * 0.017, h * random.range(-0.03, 0.03)),
        leaf: Array.from({ length: 30 }, () => {
          const t = random.range(0.34, 1);
          return circle(
            x + random.range(-1, 1) * h * 0.16 * (1.25 - t),
            y - h * t,
            h * random.range(0.018, 0.05),
          );
        }).join(""),
      };
    case "winter-birch": {
      const lean = h * random.range(-0.03, 0.03);
      const twigs = Array.from({ length: 9 }, () => {
        const t = random.range(0.4, 0.92);
        return branches(
          x + lean * t,
          y - h * t,
          -Math.PI / 2 + random.range(0.5, 0.9) * (random.chance(0.5) ? 1 : -1),
          h * 0.14 * (1.3 - t),
          h * 0.0042,
          2,
          random,
        );
      });
      return { body: stem(x, y + 2, h * 0.96, h * 0.015, lean) + twigs.join(""), leaf: "" };
    }
    case "cherry":
      return {
        body: branches(x, y + 1, -Math.PI / 2 + random.range(-0.25, 0.25), h * 0.36, h * 0.034, 2, random),
        leaf:
          crown(x, y - h * 0.68, h * 0.4, random, 0.62) +
          crown(x + random.range(-0.2, 0.2) * h, y - h * 0.56, h * 0.3, random, 0.5),
      };
    case "round":
      return { body: stem(x, y + 2, h * 0.5, h * 0.028), leaf: crown(x, y - h * 0.5, h * 0.36, random, 0.9) };
  }
};
