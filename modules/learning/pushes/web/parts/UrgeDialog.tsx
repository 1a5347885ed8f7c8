import { useQuery } from '@tanstack/react-query'
import { Form, Input, Tag } from 'antd'
import { messages } from '#modules/platform/messages/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'

export interface Urged {
  readonly urgedCount: number
  readonly finishedCount: number
  readonly recentCount: number
}

interface Props {
  /** The recipients, in words. */
  readonly hint: string
  /** The kind that the template speaks of: 0 for tasks. */
  readonly businessType: number
  readonly send: (content: string) => Promise<Urged>
  readonly onSent?: () => void
  readonly onClose: () => void
}

const CONTENT_MAX = 500

interface Values {
  readonly content: string
}

/** The words of an urge: filled from the template, changed as one likes (COURSE-083). */
export function UrgeDialog({ hint, businessType, send, onSent, onClose }: Props) {
  const t = useText('pushes')
  const [form] = Form.useForm<Values>()
  const content = Form.useWatch('content', form) ?? ''
  const template = useQuery(q(messages.rushLearnContent, { query: { businessType } }))
  const submit = async (values: Values) => {
    const urged = await send(values.content.trim())
    onSent?.()
    return urged
  }
  const done = ({ urgedCount, finishedCount, recentCount }: Urged) => {
    const words = { count: urgedCount, finished: finishedCount, recent: recentCount }
    return t(finishedCount + recentCount > 0 ? 'urge.sentSome' : 'urge.sent', words)
  }
  return (
    <FormModal<Values, Urged>
      form={form}
      title={t('urge.title')}
      okText={t('urge.send')}
      disabled={content.trim() === ''}
      hint={hint}
      onSubmit={submit}
      done={done}
      onClose={onClose}
    >
      {template.isPending ? (
        <LoadingState rows={3} />
      ) : (
        <Form.Item
          name="content"
          label={t('urge.content')}
          initialValue={template.data?.content}
          extra={template.data?.variables.map(({ name, label }) => (
            <Tag key={name}>
              {`{${name}}`} {label}
            </Tag>
          ))}
        >
          <Input.TextArea rows={5} maxLength={CONTENT_MAX} showCount />
        </Form.Item>
      )}
    </FormModal>
  )
}
