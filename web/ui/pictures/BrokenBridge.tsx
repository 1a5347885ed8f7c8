/** Generic trouble: a bridge whose middle is missing, over still water. */
export function BrokenBridge() {
  return (
    <svg viewBox="0 0 240 160" className="sy-picture" aria-hidden="true">
      <circle className="fill-cinnabar" cx="176" cy="38" r="13" />
      <path className="wash" d="M10 112c26-40 44-58 66-46 15 8 19 22 36 20 24-2 36-34 62-28 20 5 34 30 56 54Z" />
      <path
        className="fill-surface"
        d="M26 122c10-24 33-40 68-43l-4 15c-22 3-36 12-42 28ZM214 122c-10-24-33-40-68-43l5 14c21 4 35 13 41 29Z"
      />
      <path
        className="line"
        d="M26 122c10-24 33-40 68-43l-4 15c-22 3-36 12-42 28M214 122c-10-24-33-40-68-43l5 14c21 4 35 13 41 29M14 122h46M182 122h44"
      />
      <path
        className="line thin"
        d="M34 106v-9M47 93v-9M63 84v-9M80 78v-9M206 106v-9M193 93v-9M177 84v-9M160 78v-9M33 98c12-14 28-23 48-28M207 98c-12-14-28-23-48-28"
      />
      <path className="faint" d="m110 92 5 6-3 5M127 90l-4 7 4 4" />
      <path
        className="line thin"
        d="M72 134c10-4 18 4 28 0s18 4 28 0 18 4 28 0M92 146c10-4 18 4 28 0s18 4 28 0"
        opacity=".55"
      />
    </svg>
  )
}
