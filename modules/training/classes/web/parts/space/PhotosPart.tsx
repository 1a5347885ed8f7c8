import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { FileUpload } from '#modules/platform/files/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LatePicture } from '#web/ui/LatePicture.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { pictureUrl } from '#web/ui/picture.ts'
import { useAction } from '#web/ui/use-action.ts'
import { captionLengthMax, type Photo, photoReasonLengthMax } from '../../../contract/album.ts'
import { classes } from '../../../contract.ts'

interface Props {
  readonly classId: string
  /** Nothing is added or removed any more. */
  readonly isClosed: boolean
  /** Those that were reported, for staff. */
  readonly reported?: boolean
}

/** The photos of a class; whoever takes part adds some. */
export function PhotosPart({ classId, isClosed, reported = false }: Props) {
  const t = useText('classes')
  const paging = usePaging(24)
  const [isAdding, setIsAdding] = useState(false)
  const query = { page: paging.page, pageSize: paging.pageSize, ...(reported && { reported }) }
  const { data, error, refetch } = useQuery({
    ...q(classes.classPhotos, { params: { id: classId }, query }),
    placeholderData: keepPreviousData,
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={4} />
  return (
    <section className="sy-card cl-section sy-column sy-gap-3" aria-label={t('photos.title')}>
      {!isClosed && !reported && (
        <span>
          <Button type="primary" icon={<Icon name="image" size={16} />} onClick={() => setIsAdding(true)}>
            {t('photos.add')}
          </Button>
        </span>
      )}
      {data.recordCount === 0 && (
        <EmptyState
          small
          title={t(reported ? 'photos.noneReported' : 'photos.none')}
          description={reported ? '' : t('photos.noneHint')}
        />
      )}
      <ul className="cl-photos">
        {data.items.map((photo) => (
          <li key={photo.id}>
            <PhotoCard classId={classId} photo={photo} isClosed={isClosed} />
          </li>
        ))}
      </ul>
      <Pager paging={paging} recordCount={data.recordCount} />
      {isAdding && <AddDialog classId={classId} onClose={() => setIsAdding(false)} />}
    </section>
  )
}

function PhotoCard({ classId, photo, isClosed }: { classId: string; photo: Photo; isClosed: boolean }) {
  const t = useText('classes')
  const { run } = useAction()
  const [isReporting, setIsReporting] = useState(false)
  const { id, path, caption, fullName, createdAt, isRemovable, report } = photo
  const params = { id: classId, photoId: id }
  const url = pictureUrl(path) ?? ''
  return (
    <figure className="sy-column sy-gap-1">
      <a
        className="cl-photo"
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t('photos.open', { name: caption || fullName })}
      >
        <LatePicture src={url} onError={() => undefined} />
      </a>
      <figcaption className="sy-column sy-gap-1">
        {caption !== '' && <span>{caption}</span>}
        <small className="sy-faint">
          {fullName} · <DateText value={createdAt} style="minute" />
        </small>
        {report && <small className="cl-late">{t('photos.reportedBecause', { reason: report.reason })}</small>}
      </figcaption>
      {!isClosed && (
        <span className="sy-row sy-wrap sy-gap-1">
          {report && (
            <Button size="small" onClick={() => void run(() => call(classes.keepPhoto, { params }))}>
              {t('photos.keep')}
            </Button>
          )}
          {isRemovable ? (
            <ConfirmButton
              size="small"
              danger
              question={t('photos.removeQuestion')}
              onConfirm={() => call(classes.removePhoto, { params })}
            >
              {t('photos.remove')}
            </ConfirmButton>
          ) : (
            <Button size="small" type="text" onClick={() => setIsReporting(true)}>
              {t('photos.report')}
            </Button>
          )}
        </span>
      )}
      {isReporting && (
        <FormModal<{ readonly reason: string }, unknown>
          title={t('photos.report')}
          hint={t('photos.reportHint')}
          onSubmit={({ reason }) => call(classes.reportPhoto, { params, body: { reason } })}
          done={t('photos.reported')}
          onClose={() => setIsReporting(false)}
        >
          <Form.Item
            name="reason"
            label={t('enroll.reason')}
            rules={[{ required: true, whitespace: true, message: t('enroll.reasonNeeded') }]}
          >
            <Input.TextArea maxLength={photoReasonLengthMax} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
          </Form.Item>
        </FormModal>
      )}
    </figure>
  )
}

const picturesAtOnce = 9

function AddDialog({ classId, onClose }: { classId: string; onClose: () => void }) {
  const t = useText('classes')
  const [fileIds, setFileIds] = useState<readonly string[]>([])
  const [isBusy, setIsBusy] = useState(false)
  return (
    <FormModal<{ readonly caption?: string }, unknown>
      title={t('photos.add')}
      hint={t('photos.addHint')}
      disabled={fileIds.length === 0 || isBusy}
      onSubmit={({ caption = '' }) =>
        call(classes.addPhotos, { params: { id: classId }, body: { fileIds: [...fileIds], caption } })
      }
      onClose={onClose}
    >
      <FileUpload
        kind="image"
        countMax={picturesAtOnce}
        onBusy={setIsBusy}
        onUploaded={({ id }) => setFileIds((before) => [...before, id])}
        onRemoved={({ id }) => setFileIds((before) => before.filter((one) => one !== id))}
      />
      <Form.Item name="caption" label={t('photos.caption')}>
        <Input maxLength={captionLengthMax} />
      </Form.Item>
    </FormModal>
  )
}
