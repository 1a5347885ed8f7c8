import type { Cue } from '../../contract/captions.ts'
import { cuesAt } from './caption-choice.ts'

/** What is spoken now, over the video. */
export function Captions({ cues, ms }: { cues: readonly Cue[]; ms: number }) {
  const spoken = cuesAt(cues, ms)
  if (spoken.length === 0) return null
  return (
    <p className="pb-captions">
      {spoken.map(({ from, text }) => (
        <span key={from}>{text}</span>
      ))}
    </p>
  )
}
