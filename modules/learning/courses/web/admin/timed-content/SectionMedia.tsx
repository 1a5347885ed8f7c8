import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { Player, type TimeMark } from '#modules/content/playback/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { courses } from '../../../contract.ts'
import { type MediaAtHand, MediaProvider } from './media-place.tsx'

const fastest = 2
const nothing = [] as const

interface Props {
  readonly params: { readonly id: string; readonly sectionId: string }
  /** Where segments begin and exercises stand. */
  readonly marks: readonly TimeMark[]
  /** The fields that take their times from it. */
  readonly children: ReactNode
}

/** The video or audio of a section above the fields of its times, once its author opens it. */
export function SectionMedia({ params, marks, children }: Props) {
  const t = useText('courses')
  const [isOpen, setOpen] = useState(false)
  const media = useRef<HTMLVideoElement>(null)
  const atHand = useMemo<MediaAtHand>(
    () => ({
      now: () => media.current?.currentTime && Math.round(media.current.currentTime * 1000),
      show(ms) {
        if (!media.current) return
        media.current.pause()
        media.current.currentTime = ms / 1000
        media.current.scrollIntoView({ block: 'nearest' })
      },
    }),
    [],
  )
  return (
    <>
      <Button
        icon={<Icon name={isOpen ? 'close' : 'play'} size={16} />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? 'timedContent.closeMedia' : 'timedContent.openMedia')}
      </Button>
      {isOpen && <Shown params={params} marks={marks} media={media} />}
      <MediaProvider value={isOpen ? atHand : undefined}>{children}</MediaProvider>
    </>
  )
}

interface ShownProps extends Omit<Props, 'children'> {
  readonly media: React.RefObject<HTMLVideoElement | null>
}

function Shown({ params, marks, media }: ShownProps) {
  const t = useText('courses')
  const { data, error, refetch } = useQuery({ ...q(courses.previewSection, { params }, { quiet: true }), gcTime: 0 })
  if (!data)
    return error ? <ErrorState small error={error} onRetry={() => void refetch()} /> : <LoadingState shape="spinner" />
  if (data.converting) return <EmptyState small title={t('player.converting')} />
  return (
    <div className="co-timed-media">
      <Player
        media={media}
        isVideo={data.kind === 'video'}
        title={t('timedContent.title')}
        source={data}
        durationMs={data.unitCount}
        rateMax={fastest}
        resumeMs={0}
        watched={nothing}
        watermark={false}
        autoPlay={false}
        marks={marks}
        onBroken={() => void refetch()}
      />
    </div>
  )
}
