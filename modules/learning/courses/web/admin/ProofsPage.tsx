import '../courses.css'
import './admin.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import type { HandedInProof, ProofState } from '../../contract/proof.ts'
import { courses } from '../../contract.ts'
import { ProofStateTag } from '../proof/ProofStateTag.tsx'
import { ProofDrawer } from './ProofDrawer.tsx'

const states = ['waiting', 'agreed', 'rejected'] as const

/** What learners have handed in for the member's courses: what waits stands first. */
export default function ProofsPage() {
  const t = useText('courses')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [place] = useSearchParams()
  const [state, setState] = useState<ProofState>('waiting')
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<string>()
  const { page, pageSize } = paging
  const query = { page, pageSize, state, search: search || undefined, courseId: place.get('course') ?? undefined }
  const list = useQuery({
    ...q(courses.proofsToAudit, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(
    () => [
      {
        title: t('proof.learner'),
        key: 'learner',
        render: (_: unknown, { member }: HandedInProof) => (
          <span className="co-proof-member">
            <Avatar name={member.fullName} path={member.avatarPath} size={28} />
            {member.fullName}
          </span>
        ),
      },
      { title: t('authoring.course'), dataIndex: 'courseName' },
      { title: t('proof.section'), dataIndex: 'sectionTitle' },
      {
        title: t('proof.handedInAt'),
        key: 'handedInAt',
        render: (_: unknown, { handedInAt }: HandedInProof) => <DateText value={handedInAt} style="minute" />,
      },
      {
        title: t('authoring.status'),
        key: 'state',
        render: (_: unknown, proof: HandedInProof) => <ProofStateTag state={proof.state} />,
      },
      {
        title: t('authoring.actions'),
        key: 'actions',
        render: (_: unknown, proof: HandedInProof) => (
          <Button
            type="link"
            size="small"
            aria-label={t('proof.openOf', { name: proof.member.fullName, title: proof.sectionTitle })}
            onClick={() => setOpened(proof.id)}
          >
            {t(proof.state === 'waiting' ? 'proof.audit' : 'proof.look')}
          </Button>
        ),
      },
    ],
    [t],
  )
  return (
    <>
      <PageHeader title={t('proof.title')} description={t('proof.titleHint')} />
      <div className="co-toolbar co-toolbar-admin">
        <Segmented
          aria-label={t('authoring.status')}
          value={state}
          options={states.map((value) => ({ value, label: t(`proof.states.${value}`) }))}
          onChange={(value) => {
            setState(value)
            paging.reset()
          }}
        />
        <SearchBox
          label={t('proof.search')}
          onSearch={(text) => {
            setSearch(text)
            paging.reset()
          }}
        />
      </div>
      {list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable
          label={t('proof.title')}
          columns={columns}
          rows={list.data?.items}
          rowKey="id"
          loading={list.isPending}
          paging={paging}
          recordCount={list.data?.recordCount}
          empty={<EmptyState small title={t(`proof.none.${state}`)} />}
        />
      )}
      {opened !== undefined && <ProofDrawer id={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
