import { useNavigate, useNavigationType } from "@remix-run/react";
import { Search, X } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { longestSearch } from "../../../contract/catalogue/values.ts";
import { useBrowserLayoutEffect, useHydrated } from "../../ui/use-hydrated.ts";
import { SuggestionList } from "./suggestion-list.tsx";
import { useSuggestions, type Suggest } from "./use-suggestions.ts";

type Props = {
  /** The words in the address. */
  words: string | undefined;
  suggest: Suggest;
  /** Focuses the field at once: the page was opened to type. */
  eager: boolean;
};

/** The typed words with the movies they find, whether those are shown, and which one the keys have chosen. */
function useCombobox({ words = "", suggest, eager }: Props) {
  const navigate = useNavigate();
  // By a link to the search, not by loading the page or going back to it, which would only cover it with a keyboard.
  const asked = useNavigationType() === "PUSH";
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(words);
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const { items, words: found } = useSuggestions(open || typed !== words ? typed : "", suggest);
  const shown = open && items.length > 0;

  // Another address is another search: it replaces the typed words. At first the field is asked, in which words may stand
  // that were typed before the scripts came: set again, as React would, they would end one that is being composed.
  const searched = useRef<string | null>(null);
  useBrowserLayoutEffect(() => {
    setTyped(searched.current === null ? input.current!.value : words);
    searched.current = words;
    setOpen(false);
  }, [words]);
  useEffect(() => setChosen(-1), [found]);
  useEffect(() => {
    if (eager && (asked || matchMedia("(hover: hover)").matches)) input.current?.focus();
  }, [eager, asked]);

  const close = () => {
    setOpen(false);
    setChosen(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // During composition, keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const movie = items[chosen];
    if (event.key === "Escape" && shown) {
      event.preventDefault();
      close();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (items.length === 0) return setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      // One position more than movies: the field itself, between the last and the first.
      setChosen(
        open
          ? ((chosen + 1 + step + items.length + 1) % (items.length + 1)) - 1
          : step === 1
            ? 0
            : items.length - 1,
      );
      setOpen(true);
    } else if (event.key === "Enter") {
      if (shown && movie) {
        event.preventDefault();
        navigate(`/video/${movie.id}`);
      }
      close();
    }
  };

  return {
    input,
    typed,
    found,
    items: shown ? items : [],
    shown,
    chosen,
    close,
    onKeyDown,
    type(text: string) {
      setTyped(text);
      setOpen(true);
    },
    clear() {
      setTyped("");
      close();
      input.current?.focus();
    },
    onFocus: () => typed !== words && setOpen(true),
  };
}

/**
 * The field, and below it movies for the words being typed: a combobox with a list, by the ARIA pattern. The arrow keys
 * move through the list while the caret stays; Enter opens the chosen movie, or searches for the words if none is
 * chosen. Without scripts it is a plain field of the form around it.
 */
export function SearchBox(props: Props) {
  const { t } = useTranslation();
  const id = useId();
  const scripted = useHydrated();
  const box = useCombobox(props);
  const { typed, items, found, shown, chosen, close } = box;
  return (
    <div
      className="search-box"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <label htmlFor={`${id}-field`} className="sr-only">
        {t("search.label")}
      </label>
      <Search aria-hidden="true" className="search-box-sign size-5" />
      <input
        ref={box.input}
        id={`${id}-field`}
        className="search-box-field"
        type="search"
        name="q"
        maxLength={longestSearch}
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        placeholder={t("search.label")}
        value={typed}
        onChange={(event) => box.type(event.target.value)}
        onKeyDown={box.onKeyDown}
        onFocus={box.onFocus}
        {...(scripted
          ? {
              role: "combobox",
              "aria-autocomplete": "list",
              "aria-expanded": shown,
              "aria-controls": `${id}-list`,
              "aria-activedescendant": shown && chosen >= 0 ? `${id}-${chosen}` : undefined,
            }
          : {})}
      />
      {scripted && typed !== "" ? (
        <button type="button" className="search-box-clear" aria-label={t("search.clear")} onClick={box.clear}>
          <X aria-hidden="true" className="size-5" />
        </button>
      ) : null}
      <button type="submit" className="search-box-go" onClick={close}>
        {t("search.submit")}
      </button>
      {scripted ? (
        <SuggestionList id={id} items={items} words={found} chosen={chosen} onPick={close} />
      ) : null}
    </div>
  );
}
