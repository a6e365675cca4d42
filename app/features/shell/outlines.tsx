import type { OutlineShape } from "../../lib/pending-page.ts";

/** Grey shapes where a page's parts will be. @param props.headless without the head that pages of one group share */
export function Outline({ shape, headless = false }: { shape: OutlineShape; headless?: boolean }) {
  if (shape === "watch") return <Watch />;
  return <div className="pending-shapes">{shapeOf(shape, headless)}</div>;
}

function shapeOf(shape: Exclude<OutlineShape, "watch">, headless: boolean) {
  switch (shape) {
    case "home":
      return <Home />;
    case "search":
      return (
        <div className="search-page">
          <Block className="h-12 rounded-full" />
          <Block className="mt-3.5 h-5 w-24" />
          <Block className="mt-8 h-5 w-36" />
          <Chips />
          <Grid />
        </div>
      );
    case "list":
      return (
        <div className="search-page">
          <Block className="mt-1 h-8 w-40" />
          <Block className="mt-2 h-4 w-20" />
          <Grid />
        </div>
      );
    case "my-list":
    case "history":
      return <MyList history={shape === "history"} headless={headless} />;
    case "profile":
      return <Profile />;
    case "membership":
      return <Membership />;
    case "text":
      return <Text />;
  }
}

/** One grey shape. */
function Block({ className }: { className: string }) {
  return <span className={`pending-block ${className}`} />;
}

const times = (count: number) => Array.from({ length: count }, (_, order) => order);

function Home() {
  return (
    <>
      <div className="hero-slide">
        <span className="pending-block hero-picture" />
        <div className="hero-words">
          <Block className="h-6 w-44 bg-line" />
          <Block className="h-4 w-28 bg-line" />
          <Block className="mt-1 h-11 w-28 rounded-full bg-line" />
        </div>
      </div>
      <Row />
      <Row />
      <Row />
    </>
  );
}

/** A row of posters with its name. */
function Row() {
  return (
    <div className="rail-section">
      <div className="rail-head">
        <Block className="h-4 w-28" />
      </div>
      <div className="rail overflow-hidden">
        {times(8).map((order) => (
          <div key={order} className="rail-poster flex-none">
            <Poster />
          </div>
        ))}
      </div>
    </div>
  );
}

function Poster() {
  return (
    <>
      <Block className="aspect-2/3 rounded-lg" />
      <Block className="mt-2 h-3 w-4/5" />
    </>
  );
}

function Grid() {
  return (
    <div className="search-grid mt-6">
      {times(18).map((order) => (
        <div key={order}>
          <Poster />
        </div>
      ))}
    </div>
  );
}

function Chips() {
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {["w-24", "w-20", "w-28", "w-24", "w-20"].map((width, order) => (
        <Block key={order} className={`h-11 rounded-full ${width}`} />
      ))}
    </div>
  );
}

/** @param props.headless without the name and the links to the parts, which stay */
function MyList({ history, headless }: { history: boolean; headless: boolean }) {
  const body = history ? <History /> : <Posters />;
  if (headless) return body;
  return (
    <div className="px-(--gutter) pt-4">
      <Block className="h-8 w-32" />
      <Block className="mt-3.5 h-13 rounded-full" />
      {body}
    </div>
  );
}

/** Watched films, one below the other. */
function History() {
  return (
    <>
      <Block className="mt-4 h-11 w-36 rounded-full" />
      {times(6).map((order) => (
        <div key={order} className="mt-4 flex items-center gap-3">
          <Block className="aspect-video w-32 flex-none rounded-lg" />
          <div className="flex-1">
            <Block className="h-4 w-3/5" />
            <Block className="mt-2 h-3 w-2/5" />
          </div>
        </div>
      ))}
    </>
  );
}

function Posters() {
  return (
    <>
      <div className="mt-4 mb-4 flex gap-2">
        <Block className="h-11 w-28 rounded-full" />
        <Block className="h-11 w-28 rounded-full" />
      </div>
      <div className="search-grid">
        {times(12).map((order) => (
          <div key={order}>
            <Poster />
          </div>
        ))}
      </div>
    </>
  );
}

function Profile() {
  return (
    <div className="mx-auto w-full max-w-xl px-(--gutter) pt-4">
      <Block className="h-8 w-32" />
      <Block className="mt-5 h-22 rounded-xl" />
      <Block className="mt-4 h-14 rounded-xl" />
      <Block className="mt-6 h-4 w-24" />
      <Block className="mt-2 h-42 rounded-xl" />
      <Block className="mt-6 h-4 w-24" />
      <Block className="mt-2 h-28 rounded-xl" />
    </div>
  );
}

function Membership() {
  return (
    <div className="mx-auto grid w-full max-w-[62rem] gap-6 px-(--gutter) pt-1">
      <Block className="h-28 rounded-xl" />
      <Block className="h-6 w-32" />
      <div className="pending-plans">
        {times(3).map((order) => (
          <Block key={order} className="h-72 rounded-xl" />
        ))}
      </div>
    </div>
  );
}

/** A heading and paragraphs, or a form. */
function Text() {
  return (
    <div className="mx-auto w-full max-w-2xl px-(--gutter) pt-2">
      <Block className="h-8 w-48" />
      {times(4).map((order) => (
        <div key={order}>
          <Block className="mt-6 h-4" />
          <Block className="mt-2.5 h-4" />
          <Block className="mt-2.5 h-4 w-3/5" />
        </div>
      ))}
    </div>
  );
}

/** A title's page: the stage of the player, facts, actions, related titles. */
function Watch() {
  return (
    <>
      <div className="pending-stage" />
      <div className="pending-words pending-shapes">
        <Block className="h-8 w-3/5" />
        <Block className="mt-3 h-4 w-44" />
        <div className="mt-4 flex gap-2.5">
          <Block className="h-11 w-28 rounded-full" />
          <Block className="h-11 w-28 rounded-full" />
        </div>
        <Block className="mt-4 h-4 max-w-prose" />
        <Block className="mt-2.5 h-4 max-w-prose" />
      </div>
      <Row />
    </>
  );
}
