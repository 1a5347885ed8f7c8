import { DateText } from './DateText.tsx'

interface DateSpanProps {
  readonly from: number | null
  readonly until: number | null
}

/** From when until when, in the browser's zone. Where neither is set it is one dash. */
export function DateSpan({ from, until }: DateSpanProps) {
  if (from === null && until === null) return <DateText value={null} />
  return (
    <span>
      <DateText value={from} /> – <DateText value={until} />
    </span>
  )
}
