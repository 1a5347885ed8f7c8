import '../live.css'
import '../detail/detail.css'
import { useQuery } from '@tanstack/react-query'
import { QrPicture, ShareButton } from '#modules/community/sharing/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { pictureUrl } from '#web/ui/picture.ts'
import type { Live } from '../../contract/shapes.ts'
import type { Supplier } from '../../contract/states.ts'
import { liveCalls } from '../calls.ts'
import { livePaths } from '../paths.ts'
import { introductionOf } from './facts.ts'
import { RoleLinkList } from './RoleLinkList.tsx'

interface Props {
  readonly id: string
  readonly supplier: Supplier
  /** Just created: shows that the application succeeded (LIVE-021). */
  readonly celebrates?: boolean
}

/** The share content of a live session, on its page and in the modal (LIVE-017, LIVE-021 to LIVE-027). */
export function ShareContent({ id, supplier, celebrates = false }: Props) {
  const live = useQuery(q(liveCalls(supplier).live, { params: { id } }))
  if (live.isPending) return <LoadingState rows={6} />
  if (!live.data) return <ErrorState small error={live.error} onRetry={() => void live.refetch()} />
  return <Shared live={live.data} celebrates={celebrates} />
}

/** The data of a live session for the share popup and its poster. */
export function sharedItem(live: Live) {
  const picture = pictureUrl(live.coverPath)
  const summary = introductionOf(live)
  return { id: live.id, type: live.businessType, title: live.subject, summary, ...(picture && { picture }) } as const
}

function Shared({ live, celebrates }: { live: Live; celebrates: boolean }) {
  const t = useText('live')
  const kit = useText('kit')
  const inside = `${location.origin}/#${livePaths.detail(live.id, live.supplier)}`
  return (
    <div className="sy-grid sy-gap-5">
      <header className="sy-grid sy-gap-4 lv-share-head">
        <span className="lv-share-mark" aria-hidden="true" />
        <div>
          {celebrates && <h2>{kit('ui.application-succeeded')}</h2>}
          <p className="lv-share-subject">{live.subject}</p>
          <p>
            {t('share.startTime')}
            {t('share.colon')}
            <DateText value={live.startTime} />
          </p>
          <p className="sy-faint">{kit('ui.arrange-time')}</p>
        </div>
        <ShareButton item={sharedItem(live)} />
      </header>
      <RoleLinkList live={live} />
      <section className="sy-row sy-gap-2 lv-share-qr" aria-label={t('share.qr')}>
        <QrPicture text={inside} sizePx={200} saveAs={live.subject} label={t('share.qr')} />
        <p className="sy-faint">{t('share.qrHint')}</p>
      </section>
    </div>
  )
}
