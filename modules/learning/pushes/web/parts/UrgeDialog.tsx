import { useQuery } from '@tanstack/react-query'
import { Alert, Input, Modal, Tag } from 'antd'
import { useId, useState } from 'react'
import { messages } from '#modules/platform/messages/contract.ts'
import { fieldErrors } from '#web/api/call-error.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'

export interface Urged {
  readonly urgedCount: number
  readonly finishedCount: number
  readonly recentCount: number
}

interface Props {
  /** Whom it reaches, in words. */
  readonly hint: string
  /** The kind that the template speaks of: 0 for tasks. */
  readonly businessType: number
  readonly send: (content: string) => Promise<Urged>
  readonly onClose: (sent: boolean) => void
}

const CONTENT_MAX = 500

/** The words of an urge: filled from the template, changed as one likes (COURSE-083). */
export function UrgeDialog({ hint, businessType, send, onClose }: Props) {
  const t = useText('pushes')
  const id = useId()
  const template = useQuery(q(messages.rushLearnContent, { query: { businessType } }))
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction()
  const content = typed ?? template.data?.content ?? ''
  const submit = () =>
    run(
      async () => {
        setProblem(undefined)
        const { urgedCount, finishedCount, recentCount } = await send(content.trim())
        const passed = finishedCount + recentCount
        const words = { count: urgedCount, finished: finishedCount, recent: recentCount }
        notify('success', t(passed > 0 ? 'urge.sentSome' : 'urge.sent', words))
        onClose(true)
      },
      { onFailure: (error) => setProblem(fieldErrors(error).get('content')) },
    )
  return (
    <Modal
      open
      title={t('urge.title')}
      okText={t('urge.send')}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: content.trim() === '' }}
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={() => onClose(false)}
    >
      <p className="pu-hint">{hint}</p>
      {template.isPending ? (
        <LoadingState rows={3} />
      ) : (
        <div className="pu-field">
          <label htmlFor={id}>{t('urge.content')}</label>
          <Input.TextArea
            id={id}
            rows={5}
            maxLength={CONTENT_MAX}
            showCount
            status={problem ? 'error' : ''}
            value={content}
            onChange={(event) => setTyped(event.target.value)}
          />
          <small>
            {template.data?.variables.map(({ name, label }) => (
              <Tag key={name}>
                {`{${name}}`} {label}
              </Tag>
            ))}
          </small>
          {problem && <Alert type="error" showIcon title={problem} />}
        </div>
      )}
    </Modal>
  )
}
