import '../parts/identity.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CallInput, Output } from '#kit/contract.ts'
import { MarkedText, sensitiveHits } from '#modules/platform/words/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { loadMember } from '#web/session.ts'
import { Slot } from '#web/slots.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import { bioLengthMax, nameLengthMax } from '../../contract/shapes.ts'
import { identity } from '../../contract.ts'
import { AvatarPicker } from '../parts/AvatarPicker.tsx'
import { identityPaths } from '../paths.ts'
import { AccountSecurity } from './AccountSecurity.tsx'

type Profile = Output<typeof identity.editDetail>
type Values = CallInput<typeof identity.saveProfile>['body']

interface Refused {
  readonly body: Values
  readonly hits: ReturnType<typeof sensitiveHits>
}

const nothingRefused: Refused = { body: {}, hits: new Map() }

async function save(body: Values): Promise<void> {
  await call(identity.saveProfile, { body }, { handles: 'all' })
  await loadMember()
}

function ProfileForm({ profile }: { profile: Profile }) {
  const t = useText('identity')
  const { busy, failure, submit } = useSubmission()
  const editable = new Set(profile.editable)
  const [refused, setRefused] = useState<Refused>(nothingRefused)
  const store = (body: Values) =>
    submit(async () => {
      try {
        await save(body)
        setRefused(nothingRefused)
      } catch (error) {
        setRefused({ body, hits: sensitiveHits(error) })
        throw error
      }
      notify('success', t('profile.saved'))
    })
  /** A field with refused words marks them. */
  const marked = (field: 'fullName' | 'bio') => {
    const hits = refused.hits.get(field)
    return (
      hits && { validateStatus: 'error' as const, help: <MarkedText text={refused.body[field] ?? ''} hits={hits} /> }
    )
  }
  return (
    <>
      <Failure text={failure} />
      <section aria-label={t('profile.avatar')} className="sy-row sy-wrap center-head" style={{ marginBottom: 32 }}>
        <Avatar name={profile.fullName} path={profile.headPortrait} size={88} />
        {editable.has('avatarPath') && (
          <div style={{ display: 'grid', gap: 12 }}>
            <AvatarPicker type={0} value={profile.headPortrait} onChoose={(avatarPath) => void store({ avatarPath })} />
            <Slot name="picture-upload" values={{ onUploaded: (avatarPath) => void store({ avatarPath }) }} />
          </div>
        )}
      </section>
      <Form<Values>
        layout="vertical"
        style={{ maxWidth: 520 }}
        initialValues={profile}
        onFinish={(values) => void store(values)}
      >
        {editable.has('fullName') ? (
          <Form.Item
            name="fullName"
            label={t('members.fullName')}
            {...marked('fullName')}
            rules={[{ required: true, whitespace: true, message: t('register.fullNameNeeded') }]}
          >
            <Input maxLength={nameLengthMax} autoComplete="name" />
          </Form.Item>
        ) : (
          <Form.Item label={t('members.fullName')} extra={t('profile.keptByCompany')}>
            <Input value={profile.fullName} disabled />
          </Form.Item>
        )}
        <Form.Item name="sex" label={t('members.sex')}>
          <Select options={[0, 1, 2].map((value) => ({ value, label: t(`sex.${value}`) }))} />
        </Form.Item>
        <Form.Item name="language" label={t('profile.language')} extra={t('profile.languageHint')}>
          <Select
            options={(['cn', 'en'] as const).map((value) => ({ value, label: t(`profile.languages.${value}`) }))}
          />
        </Form.Item>
        <Form.Item name="bio" label={t('profile.bio')} {...marked('bio')}>
          <Input.TextArea rows={4} maxLength={bioLengthMax} showCount />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('common.save')}
        </Button>
      </Form>
    </>
  )
}

export function ProfileSection() {
  const t = useText('identity')
  const { data, error, refetch } = useQuery(q(identity.editDetail))
  return (
    <>
      <PageHeader title={t('profile.title')} back={<Link to={identityPaths.center}>{t('center.title')}</Link>} />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState />
      ) : (
        <>
          <ProfileForm profile={data} />
          <AccountSecurity profile={data} />
          <Slot name="account" values={{}} />
        </>
      )}
    </>
  )
}
