import type { Cue } from '../../../contract/segments.ts'
import { cuesAt } from './use-timed-content.ts'

/** What is spoken now, over the video. */
export function Captions({ cues, ms }: { cues: readonly Cue[]; ms: number }) {
  const spoken = cuesAt(cues, ms)
  if (spoken.length === 0) return null
  return (
    <p className="co-captions">
      {spoken.map(({ from, text }) => (
        <span key={from}>{text}</span>
      ))}
    </p>
  )
}
