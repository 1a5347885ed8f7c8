import { Form, Input, Segmented, Select } from 'antd'
import { useState } from 'react'
import { FileUpload } from '#modules/platform/files/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { workTextLengthMax, workTitleLengthMax } from '../../contract/fields.ts'
import { fileKinds } from '../../contract/states.ts'
import type { ContestDetails, OwnWork } from '../../contract/works.ts'
import { contests } from '../../contract.ts'

interface Values {
  readonly title: string
  readonly text: string
  readonly groupKey?: string
}

interface Props {
  readonly one: ContestDetails
  /** A further version of this work; left out: a new work. */
  readonly work?: OwnWork
  readonly onDone: () => Promise<unknown>
  readonly onClose: () => void
}

/** Hands in a work, or a further version of one. */
export function HandInDialog({ one, work, onDone, onClose }: Props) {
  const t = useText('contests')
  const [kind, setKind] = useState<(typeof fileKinds)[number]>(work?.versions[0]?.fileKind ?? 'video')
  const [fileId, setFileId] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const send = ({ title, text, groupKey }: Values) => {
    const said = { title, text: text ?? '', fileId: fileId ?? '' }
    return work
      ? call(contests.handInVersion, { params: { id: work.id }, body: said })
      : call(contests.handIn, { params: { id: one.id }, body: { ...said, groupKey: groupKey ?? null } })
  }
  return (
    <FormModal<Values, unknown>
      title={t(work ? 'own.newVersion' : 'own.handIn')}
      hint={one.isAnonymous ? t('own.anonymousHint') : undefined}
      okText={t('own.handInOk')}
      disabled={fileId === undefined || isBusy}
      initialValues={{ title: work?.title ?? '', text: work?.text ?? '' }}
      onSubmit={async (values) => {
        await send(values)
        await onDone()
      }}
      done={t('own.handedIn')}
      onClose={onClose}
    >
      <Form.Item
        name="title"
        label={t('own.workTitle')}
        rules={[{ required: true, whitespace: true, message: t('own.titleNeeded') }]}
      >
        <Input maxLength={workTitleLengthMax} showCount />
      </Form.Item>
      {!work && one.groups.length > 0 && (
        <Form.Item name="groupKey" label={t('form.group')} rules={[{ required: true, message: t('own.groupNeeded') }]}>
          <Select options={one.groups.map(({ key, name }) => ({ value: key, label: name }))} />
        </Form.Item>
      )}
      <Form.Item name="text" label={t('own.workText')}>
        <Input.TextArea maxLength={workTextLengthMax} showCount autoSize={{ minRows: 3, maxRows: 8 }} />
      </Form.Item>
      <div className="sy-column sy-gap-3">
        <Segmented
          aria-label={t('own.fileKind')}
          value={kind}
          onChange={(value) => {
            setKind(value as (typeof fileKinds)[number])
            setFileId(undefined)
          }}
          options={fileKinds.map((value) => ({ value, label: t(`fileKinds.${value}`) }))}
        />
        <FileUpload
          key={kind}
          kind={kind}
          label={t(`own.upload.${kind}`)}
          onBusy={setIsBusy}
          onUploaded={(file) => setFileId(file.id)}
          onRemoved={() => setFileId(undefined)}
        />
      </div>
    </FormModal>
  )
}
