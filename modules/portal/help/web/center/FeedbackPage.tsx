import '../parts/help.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select } from 'antd'
import { useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { FileUpload } from '#modules/platform/files/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { useAction } from '#web/ui/use-action.ts'
import {
  contactLengthMax,
  type FeedbackCategory,
  feedbackCategories,
  feedbackLengthMax,
  feedbackPicturesMax,
} from '../../contract/feedback.ts'
import { help } from '../../contract.ts'
import { StateTag } from '../parts/StateTag.tsx'
import { helpPaths } from '../paths.ts'

/** A member sends feedback, and sees what became of the earlier ones. */
export default function FeedbackPage() {
  const t = useText('help')
  // An empty form after sending: its uploads are gone, too.
  const [sent, setSent] = useState(0)
  return (
    <>
      <PageHeader
        back={<Link to={helpPaths.center}>{t('center.back')}</Link>}
        title={t('feedback.title')}
        description={t('feedback.description')}
      />
      <FeedbackForm key={sent} onSent={() => setSent(sent + 1)} />
      <OwnFeedback />
    </>
  )
}

interface Values {
  readonly category: FeedbackCategory
  readonly content: string
  readonly contact?: string
  readonly page?: string
}

function FeedbackForm({ onSent }: { onSent: () => void }) {
  const t = useText('help')
  const [parameters] = useSearchParams()
  const pictureIds = useRef<readonly string[]>([])
  const [isUploading, setUploading] = useState(false)
  const { busy, run } = useAction()
  const send = (values: Values) =>
    run(
      async () => {
        await call(help.sendFeedback, { body: { ...values, pictureIds: [...pictureIds.current] } })
        onSent()
      },
      { done: t('feedback.sent') },
    )
  return (
    <Form<Values>
      layout="vertical"
      className="sy-card hp-form"
      initialValues={{ category: 'problem', page: parameters.get('from') ?? '' }}
      onFinish={(values) => void send(values)}
    >
      <Form.Item
        name="category"
        label={t('feedback.category')}
        rules={[{ required: true, message: t('feedback.categoryNeeded') }]}
      >
        <Select options={feedbackCategories.map((value) => ({ value, label: t(`categories.${value}`) }))} />
      </Form.Item>
      <Form.Item
        name="content"
        label={t('feedback.content')}
        rules={[{ required: true, whitespace: true, message: t('feedback.contentNeeded') }]}
      >
        <Input.TextArea maxLength={feedbackLengthMax} showCount autoSize={{ minRows: 5, maxRows: 16 }} />
      </Form.Item>
      <Form.Item label={t('feedback.pictures')}>
        <FileUpload
          kind="image"
          countMax={feedbackPicturesMax}
          onBusy={setUploading}
          onUploaded={({ id }) => {
            pictureIds.current = [...pictureIds.current, id]
          }}
          onRemoved={({ id }) => {
            pictureIds.current = pictureIds.current.filter((one) => one !== id)
          }}
        />
      </Form.Item>
      <Form.Item name="contact" label={t('feedback.contact')} extra={t('feedback.contactHint')}>
        <Input maxLength={contactLengthMax} />
      </Form.Item>
      <Form.Item name="page" label={t('feedback.page')}>
        <Input maxLength={300} />
      </Form.Item>
      <p className="sy-faint hp-text hp-recorded">{t('feedback.recorded', { browser: navigator.userAgent })}</p>
      <Button type="primary" htmlType="submit" loading={busy} disabled={isUploading}>
        {t('feedback.send')}
      </Button>
    </Form>
  )
}

function OwnFeedback() {
  const t = useText('help')
  const paging = usePaging()
  const query = { page: paging.page, pageSize: paging.pageSize }
  const { data, isPending, isError, error, refetch } = useQuery({
    ...q(help.ownFeedbackList, { query }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="hp-own" aria-labelledby="hp-own">
      <h2 id="hp-own">{t('feedback.own')}</h2>
      {isPending && <LoadingState rows={3} />}
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.recordCount === 0 && <EmptyState title={t('feedback.none')} description={t('feedback.noneHint')} />}
      {data !== undefined && data.recordCount > 0 && (
        <>
          <ul className="hp-list sy-card">
            {data.items.map(({ id, content, category, state, updatedAt, messageCount }) => (
              <li key={id}>
                <Link to={helpPaths.ownFeedback(id)}>{content.length > 80 ? `${content.slice(0, 80)}…` : content}</Link>
                <p className="sy-row sy-wrap sy-gap-2 sy-faint">
                  <StateTag state={state} />
                  <span>
                    {t(`categories.${category}`)} · <DateText value={updatedAt} style="relative" />
                    {messageCount > 0 && ` · ${t('feedback.messages', { count: messageCount })}`}
                  </span>
                </p>
              </li>
            ))}
          </ul>
          <Pager paging={paging} recordCount={data.recordCount} />
        </>
      )}
    </section>
  )
}
