import { CourseCover } from '../CourseCover.tsx'

/** Heights of the bars in percent, and how far each is in its movement. */
const bars = Array.from({ length: 24 }, (_, at) => ({
  key: `bar-${at}`,
  height: `${26 + ((at * 53) % 70)}%`,
  delay: `${-((at * 37) % 24) * 0.09}s`,
}))

interface Props {
  readonly title: string
  readonly courseName: string
  readonly coverUrl: string | null
  readonly playing: boolean
}

/** What is seen of an audio: its course's picture, its name, and bars that move while it plays. */
export function AudioFace({ title, courseName, coverUrl, playing }: Props) {
  return (
    <div className="sy-row sy-gap-5 co-audio" data-playing={playing}>
      <CourseCover name={courseName} url={coverUrl} />
      <div>
        <strong>{title}</strong>
        <span>{courseName}</span>
        <span className="sy-row co-audio-wave" aria-hidden="true">
          {bars.map(({ key, height, delay }) => (
            <i key={key} style={{ animationDelay: delay, height }} />
          ))}
        </span>
      </div>
    </div>
  )
}
