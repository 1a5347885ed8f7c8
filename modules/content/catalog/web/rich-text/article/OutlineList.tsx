/** The headings of a text, to go to one of them. */
export function OutlineList<Item extends { readonly level: number; readonly text: string }>({
  headings,
  onChoose,
  empty,
}: {
  readonly headings: readonly Item[]
  readonly onChoose: (heading: Item) => void
  readonly empty: string
}) {
  if (headings.length === 0) return <p className="sy-note">{empty}</p>
  return (
    <ol className="sy-article-outline">
      {headings.map((heading, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two headings may read alike; their order tells them apart.
        <li key={`${at} ${heading.text}`} data-level={heading.level}>
          <button type="button" onClick={() => onChoose(heading)}>
            {heading.text}
          </button>
        </li>
      ))}
    </ol>
  )
}
