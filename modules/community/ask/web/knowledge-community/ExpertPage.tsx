import { useQuery } from '@tanstack/react-query'
import { Button, Form, InputNumber, Switch } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import type { Expert, TrendItem } from '../../contract/shapes.ts'
import { ask } from '../../contract.ts'
import { FollowExpert } from '../parts/ExpertCard.tsx'
import { TopicLinks } from '../parts/QuestionRow.tsx'
import { Scrolled } from '../parts/Scrolled.tsx'
import { Trend } from '../parts/Trend.tsx'
import { askPaths } from '../paths.ts'
import '../parts/ask.css'

/** An expert: what was answered, how soon, and what was asked. */
export default function ExpertPage() {
  const t = useText('ask')
  const { id = '' } = useParams()
  const { data, isPending, error, refetch } = useQuery(q(ask.expert, { params: { id } }))
  if (isPending) return <LoadingState rows={8} />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader
        title={data.name}
        description={data.desc}
        back={<Link to={askPaths.home}>{t('home.title')}</Link>}
        actions={data.isOwn ? <PromiseButton expert={data} /> : <Actions expert={data} />}
      />
      <div className="sy-column sy-gap-4">
        <Person
          name={data.fullName}
          path={data.headPortraitPath}
          size={48}
          note={t(data.frozen ? 'expert.frozen' : 'writer.expert')}
        />
        <Facts
          shape="figures"
          items={[
            [t('expert.answerCount'), data.answerCount],
            [t('expert.acceptedCount'), data.acceptedCount],
            [t('expert.openCount'), data.openCount],
            [t('expert.promiseHours'), data.promiseHours],
          ]}
        />
        <TopicLinks topics={data.topics} />
        <h2>{t('expert.trends')}</h2>
        <Trends id={id} />
      </div>
    </>
  )
}

function Trends({ id }: { readonly id: string }) {
  const t = useText('ask')
  const read = (lastId: string | undefined) => {
    const query = lastId === undefined ? {} : { lastId }
    return call(ask.trendsOfExpert, { params: { id }, query }, { cache: 0, quiet: true })
  }
  return (
    <Scrolled<TrendItem>
      name="ask-expert"
      filters={{ id }}
      read={read}
      label={t('expert.trends')}
      empty={{ title: t('trends.none') }}
      row={(item) => <Trend key={item.id} item={item} />}
    />
  )
}

function Actions({ expert }: { readonly expert: Expert }) {
  const t = useText('ask')
  return (
    <>
      <FollowExpert expert={expert} />
      {expert.takesInvitations && (
        <Link className="sy-button sy-button-small" to={`${askPaths.new}?expert=${expert.id}`}>
          {t('expert.ask')}
        </Link>
      )}
    </>
  )
}

function PromiseButton({ expert }: { readonly expert: Expert }) {
  const t = useText('ask')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('expert.setPromise')}</Button>
      {isOpen && (
        <FormModal<{ readonly promiseHours: number; readonly takesInvitations: boolean }, unknown>
          title={t('expert.setPromise')}
          initialValues={{ promiseHours: expert.promiseHours, takesInvitations: expert.takesInvitations }}
          onSubmit={(body) => call(ask.setPromise, { params: { id: expert.id }, body })}
          onClose={() => setIsOpen(false)}
        >
          <Form.Item name="promiseHours" label={t('expert.promiseHours')} rules={[{ required: true }]}>
            <InputNumber min={1} max={720} precision={0} />
          </Form.Item>
          <Form.Item name="takesInvitations" label={t('expert.takesInvitations')} valuePropName="checked">
            <Switch />
          </Form.Item>
        </FormModal>
      )}
    </>
  )
}
