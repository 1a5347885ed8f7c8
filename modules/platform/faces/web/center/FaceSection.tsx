import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { useId, useState } from 'react'
import { CameraPicture } from '#modules/platform/files/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { dateText } from '#web/ui/date.ts'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import { faces } from '../../contract.ts'

/** In the own account, where the company compares faces: the picture that is kept, and the consent to it. */
export default function FaceSection() {
  const t = useText('faces')
  const headingId = useId()
  const { data, refetch } = useQuery(q(faces.ownFace, undefined, { quiet: true }))
  if (!data || !(data.isOpen || data.consentedAt !== null)) return null
  const remove = async () => {
    await call(faces.removeFace)
    await refetch()
    notify('success', t('section.removed'))
  }
  return (
    <section aria-labelledby={headingId} className="sy-column sy-gap-3">
      <h2 id={headingId}>{t('section.title')}</h2>
      <p className="sy-faint">{t('section.what')}</p>
      {data.consentedAt === null ? (
        <NewPicture onKept={() => void refetch()} />
      ) : (
        <p className="sy-row sy-wrap sy-gap-3">
          {t('section.kept', { date: dateText(data.consentedAt, 'day') })}
          <ConfirmButton
            danger
            question={t('section.remove')}
            consequence={t('section.removeConfirm')}
            onConfirm={remove}
          >
            {t('section.remove')}
          </ConfirmButton>
        </p>
      )}
    </section>
  )
}

function NewPicture({ onKept }: { onKept: () => void }) {
  const t = useText('faces')
  const [agrees, setAgrees] = useState(false)
  const [fileId, setFileId] = useState<string>()
  const { busy, run } = useAction()
  const keep = () =>
    run(async () => {
      if (fileId === undefined) return
      await call(faces.keepFace, { body: { fileId, consents: true } })
      notify('success', t('section.saved'))
      onKept()
    })
  return (
    <>
      <p>{t('section.none')}</p>
      <Checkbox
        checked={agrees}
        onChange={({ target }) => {
          setAgrees(target.checked)
          setFileId(undefined)
        }}
      >
        {t('section.agree')}
      </Checkbox>
      {agrees && <CameraPicture onTaken={setFileId} />}
      {fileId !== undefined && (
        <div>
          <Button type="primary" loading={busy} onClick={() => void keep()}>
            {t('section.keep')}
          </Button>
        </div>
      )}
    </>
  )
}
