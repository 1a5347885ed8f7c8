import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { pictureUrl } from '#web/ui/picture.ts'
import { SortableList } from '#web/ui/SortableList.tsx'
import { withMoved } from '#web/ui/with-moved.ts'
import { type Banner, bannersMax } from '../../contract/management.ts'
import { live } from '../../contract.ts'
import { BannerModal, type EditedBanner } from './BannerModal.tsx'

const bodyOf = ({ title, pictureId, liveId, url }: EditedBanner) => ({ title, pictureId, liveId, url })

/** The banners of the live home page, in order; each change is saved at once. */
export function BannersCard() {
  const t = useText('live')
  const [open, setOpen] = useState<number | 'new'>()
  const found = useQuery(q(live.banners, { query: { client: 1 } }, { quiet: true, cache: 0 }))
  const banners = found.data?.items ?? []
  const save = async (items: readonly EditedBanner[], done: string) => {
    await call(live.setBanners, { body: { items: items.map(bodyOf) } })
    notify('success', done)
  }
  const keep = async (edited: EditedBanner) => {
    await save(
      open === 'new' ? [...banners, edited] : banners.with(open ?? 0, { ...banners[open ?? 0], ...edited } as Banner),
      t('admin.saved'),
    )
    setOpen(undefined)
  }
  return (
    <section className="sy-card" aria-labelledby="lva-banners">
      <div className="sy-flow sy-apart sy-gap-3 lva-head">
        <div>
          <h2 id="lva-banners">{t('admin.banners')}</h2>
          <p className="sy-faint">{t('admin.bannersHint')}</p>
        </div>
        <Button disabled={!found.data || banners.length >= bannersMax} onClick={() => setOpen('new')}>
          {t('admin.bannerAdd')}
        </Button>
      </div>
      {found.isPending && <LoadingState rows={3} />}
      {found.isError && !found.data && <ErrorState small error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && banners.length === 0 && <EmptyState small title={t('admin.bannerNone')} />}
      <SortableList
        className="lva-banners"
        items={banners}
        keyOf={({ id }) => id}
        nameOf={({ title }) => title}
        onMove={(from, to) => save(withMoved(banners, from, to), t('admin.saved'))}
      >
        {(banner, index, moves) => (
          <>
            <img src={pictureUrl(banner.picturePath)} alt="" />
            <div>
              <strong>{banner.title}</strong>
              <span className="sy-faint">{banner.url ?? (banner.liveId !== null ? t('admin.bannerToLive') : '')}</span>
            </div>
            <span className="sy-actions">
              {moves}
              <Button type="link" onClick={() => setOpen(index)}>
                {t('admin.change')}
              </Button>
              <ConfirmButton
                type="link"
                danger
                question={t('admin.bannerDeleteQuestion')}
                onConfirm={() => save(banners.toSpliced(index, 1), t('admin.bannerDeleted'))}
              >
                {t('admin.bannerDelete')}
              </ConfirmButton>
            </span>
          </>
        )}
      </SortableList>
      {open !== undefined && (
        <BannerModal
          {...(open !== 'new' && banners[open] && { banner: banners[open] })}
          onSave={keep}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  )
}
