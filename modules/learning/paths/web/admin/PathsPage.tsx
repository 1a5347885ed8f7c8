import '../paths.css'
import './admin.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { AuthoredList } from '#modules/content/catalog/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { ChannelNode } from '../../contract/channels.ts'
import { paths } from '../../contract.ts'
import { pathAddresses } from '../addresses.ts'
import { sizeText } from '../size.ts'

/** Parents before their children. */
const choicesOf = (nodes: readonly ChannelNode[]): { value: string; title: string; parent: string | null }[] =>
  nodes.flatMap(({ id, name, parentId, children }) => [
    { value: id, title: name, parent: parentId },
    ...choicesOf(children),
  ])

/** The learning paths that the member manages. */
export default function PathsPage() {
  const t = useText('paths')
  const [isCreating, setIsCreating] = useState(false)
  const channels = useQuery(q(paths.findMuchDepth, { query: {} }, { quiet: true }))
  const create = (
    <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setIsCreating(true)}>
      {t('manage.create')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('manage.title')} description={t('manage.hint')} actions={create} />
      <AuthoredList
        label={t('manage.title')}
        itemLabel={t('manage.name')}
        searchLabel={t('manage.search')}
        none={t('manage.none')}
        create={create}
        list={({ category: channelId, status, search, page, pageSize }) =>
          q(paths.managedPaths, { query: { channelId, status, search, page, pageSize } }, { quiet: true })
        }
        tabs={['all', 'draft', 'on-shelf', 'off-shelf']}
        category={{
          label: t('manage.channel'),
          all: t('manage.allChannels'),
          options: channels.data && choicesOf(channels.data.items),
        }}
        isManagedOnly
        note={({ channelName, organization }) => channelName ?? organization.name}
        columns={[
          {
            key: 'size',
            title: t('manage.size'),
            render: (path) => sizeText(t, path),
          },
          {
            key: 'learners',
            title: t('manage.learners'),
            align: 'right',
            render: ({ learnerCount, finishedCount }) => (
              <span>
                <NumberText value={finishedCount} /> / <NumberText value={learnerCount} />
              </span>
            ),
          },
        ]}
        takeDownConsequence={t('edit.takeOffHint')}
        links={({ id }) => ({ edit: pathAddresses.editor(id) })}
        calls={({ id }) => ({
          'take-off-shelf': () => call(paths.takePathOffShelf, { params: { id } }),
          delete: () => call(paths.deletePath, { params: { id } }),
        })}
      />
      {isCreating && <CreatePath onClose={() => setIsCreating(false)} />}
    </>
  )
}

function CreatePath({ onClose }: { onClose: () => void }) {
  const t = useText('paths')
  const navigate = useNavigate()
  const create = async ({ name }: { name: string }) => {
    const created = await call(paths.createPath, { body: { name: name.trim() } })
    void navigate(pathAddresses.editor(created.id))
  }
  return (
    <FormModal<{ name: string }, void>
      title={t('manage.create')}
      okText={t('manage.createGo')}
      onSubmit={create}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('manage.name')}
        rules={[{ required: true, whitespace: true, message: t('manage.nameNeeded') }]}
      >
        <Input autoFocus maxLength={100} showCount />
      </Form.Item>
    </FormModal>
  )
}
