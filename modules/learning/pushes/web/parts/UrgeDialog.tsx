import { useQuery } from '@tanstack/react-query'
import { Form, Input, Segmented, Tag } from 'antd'
import type { ReactNode } from 'react'
import { messages } from '#modules/platform/messages/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { UrgeKind } from '../../contract/urging.ts'

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
  /** Offers a message in the sender's own words besides the reminder; this kind is chosen first. */
  readonly firstKind?: UrgeKind
  readonly send: (content: string, kind: UrgeKind) => Promise<Urged>
  /** Stands below the words: what sending them would do. */
  readonly forecast?: (content: string, kind: UrgeKind) => ReactNode
  readonly onSent?: () => void
  readonly onClose: () => void
}

const CONTENT_MAX = 500

interface Values {
  readonly content: string
  readonly kind?: UrgeKind
}

/** The words of an urge: filled from the template, changed as one likes (COURSE-083). */
export function UrgeDialog({ hint, businessType, firstKind, send, forecast, onSent, onClose }: Props) {
  const t = useText('pushes')
  const [form] = Form.useForm<Values>()
  const content = Form.useWatch('content', form) ?? ''
  const kind = Form.useWatch('kind', form) ?? firstKind ?? 'reminder'
  const template = useQuery(q(messages.rushLearnContent, { query: { businessType } }))
  const submit = async (values: Values) => {
    const urged = await send(values.content.trim(), values.kind ?? 'reminder')
    onSent?.()
    return urged
  }
  const done = ({ urgedCount, finishedCount, recentCount }: Urged) => {
    const words = { count: urgedCount, finished: finishedCount, recent: recentCount }
    return t(finishedCount + recentCount > 0 ? 'urge.sentSome' : 'urge.sent', words)
  }
  const textOf = (one: UrgeKind) => (one === 'reminder' ? template.data?.content : '')
  // Words that somebody wrote stay; the template's go with its kind.
  const changeKind = (next: UrgeKind) => {
    const written = form.getFieldValue('content')
    if (written === '' || written === template.data?.content) form.setFieldValue('content', textOf(next))
  }
  return (
    <FormModal<Values, Urged>
      form={form}
      title={t(firstKind === undefined ? 'urge.title' : 'urge.titleOfBoth')}
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
        <>
          {firstKind !== undefined && (
            <Form.Item name="kind" initialValue={firstKind} extra={t(`urge.kindHint.${kind}`)}>
              <Segmented<UrgeKind>
                aria-label={t('urge.kind.label')}
                options={(['reminder', 'message'] as const).map((value) => ({ value, label: t(`urge.kind.${value}`) }))}
                onChange={changeKind}
              />
            </Form.Item>
          )}
          <Form.Item
            name="content"
            label={t('urge.content')}
            initialValue={textOf(kind)}
            extra={template.data?.variables.map(({ name, label }) => (
              <Tag key={name}>
                {`{${name}}`} {label}
              </Tag>
            ))}
          >
            <Input.TextArea rows={5} maxLength={CONTENT_MAX} showCount />
          </Form.Item>
          {content.trim() !== '' && forecast?.(content.trim(), kind)}
        </>
      )}
    </FormModal>
  )
}
