// Preloaded by NODE_OPTIONS: the clock of the process is wrong by SHIFT_CLOCK_MS.
const shiftMs = Number(process.env.SHIFT_CLOCK_MS);
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shiftMs);
    else super(...given);
  }
  static now() {
    return RealDate.now() + shiftMs;
  }
};
