import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import type { ShownModule } from '../../contract/shown.ts'

/** A video of the own files, or one of a site that the company has named. Its frame gets no more rights than playing takes. */
export function VideoView({ module }: { module: ShownModule }) {
  const t = useText('pages')
  const { video, title } = module
  if (!video) return <EmptyState small title={t('view.noVideo')} />
  const name = title || t('types.video')
  if (video.kind === 'file') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: what the company uploads here has no captions of its own.
      <video className="pg-video" src={video.url} controls preload="metadata" aria-label={name} />
    )
  }
  return (
    <iframe
      className="pg-video"
      src={video.url}
      title={name}
      loading="lazy"
      sandbox="allow-scripts allow-same-origin allow-presentation"
      referrerPolicy="no-referrer"
      allow="fullscreen"
    />
  )
}
