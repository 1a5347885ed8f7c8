import '../parts/identity.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown, Tag, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { identity } from '../../contract.ts'
import { buildTree, type OrganizationNode } from '../parts/organization-tree.ts'
import { OrganizationDialog, type OrganizationTask } from './OrganizationDialog.tsx'

/** The node with its matching descendants only; undefined without a match. */
function matching(node: OrganizationNode, text: string): OrganizationNode | undefined {
  if (node.name.includes(text) || node.code.includes(text)) return node
  const children = node.children.flatMap((child) => matching(child, text) ?? [])
  return children.length === 0 ? undefined : { ...node, children }
}

function idsOf(nodes: readonly OrganizationNode[]): string[] {
  return nodes.flatMap((node) => [node.id, ...idsOf(node.children)])
}

/** The company's tree. Dragging an organization onto another moves it after a confirmation. */
export default function OrganizationsPage() {
  const t = useText('identity')
  const { data, error, refetch } = useQuery(q(identity.organizationTree))
  const [text, setText] = useState('')
  const [task, setTask] = useState<OrganizationTask>()
  const [open, setOpen] = useState<string[]>()
  const roots = useMemo(() => buildTree(data?.items ?? []), [data])
  const shown = text === '' ? roots : roots.flatMap((root) => matching(root, text) ?? [])
  const byId = useMemo(() => new Map((data?.items ?? []).map((each) => [each.id, each])), [data])
  // The highest one that the caller manages: the company, or the own branch.
  const first = (data?.items ?? []).find((each) => each.canManage && each.enabled)
  const expanded = text === '' ? (open ?? roots.map((root) => root.id)) : idsOf(shown)

  const setEnabled = async (node: OrganizationNode, enabled: boolean) => {
    await call(identity.enableOrganization, { params: { id: node.id }, body: { enabled } }).then(
      () => notify('success', t(enabled ? 'organizations.enabled' : 'organizations.disabled', { name: node.name })),
      () => undefined,
    )
  }
  const actions = (node: OrganizationNode) => {
    const root = node.parentId === null
    const act = (kind: OrganizationTask['kind']) => () => setTask({ kind, organization: node })
    return [
      { key: 'add', label: t('organizations.add'), onClick: act('add'), disabled: !node.enabled },
      { key: 'edit', label: t('organizations.edit'), onClick: act('edit') },
      ...(root
        ? []
        : [
            { key: 'move', label: t('organizations.move'), onClick: act('move') },
            { key: 'merge', label: t('organizations.merge'), onClick: act('merge') },
            {
              key: 'enabled',
              label: t(node.enabled ? 'organizations.disable' : 'organizations.enable'),
              onClick: node.enabled ? act('disable') : () => void setEnabled(node, true),
            },
            {
              key: 'delete',
              label: t('organizations.delete'),
              danger: true,
              disabled: node.totalCount > 0 || node.childCount > 0,
              onClick: act('delete'),
            },
          ]),
    ]
  }
  return (
    <>
      <PageHeader
        title={t('organizations.title')}
        description={t('organizations.description')}
        actions={
          first && (
            <Button
              type="primary"
              icon={<Icon name="plus" size={16} />}
              onClick={() => setTask({ kind: 'add', organization: first, choosesAbove: true })}
            >
              {t('organizations.create')}
            </Button>
          )
        }
      />
      <div className="sy-toolbar">
        <SearchBox label={t('organizations.search')} onSearch={setText} />
      </div>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState rows={8} />
      ) : shown.length === 0 ? (
        <EmptyState title={t('organizations.none')} />
      ) : (
        <div className="sy-panel">
          <Tree<OrganizationNode>
            aria-label={t('organizations.title')}
            blockNode
            treeData={shown}
            expandedKeys={expanded}
            onExpand={(keys) => setOpen(keys as string[])}
            selectable={false}
            draggable={{
              icon: false,
              nodeDraggable: (node) =>
                (node as OrganizationNode).canManage && (node as OrganizationNode).parentId !== null,
            }}
            onDrop={({ dragNode, node, dropToGap }) => {
              const parentId = dropToGap ? node.parentId : node.id
              const parent = parentId === null ? undefined : byId.get(parentId)
              if (parent && parent.id !== dragNode.parentId)
                setTask({ kind: 'move', organization: dragNode, target: parent.id })
            }}
            titleRender={(node) => (
              <span className="sy-row organization-row">
                <span className="sy-row sy-wrap organization-words">
                  <span className="organization-name">{node.name}</span>
                  {node.code && <span className="sy-faint">{node.code}</span>}
                  {!node.enabled && <Tag>{t('organizations.off')}</Tag>}
                  <span className="sy-faint">
                    <NumberText value={node.totalCount} /> {t('organizations.people')}
                  </span>
                </span>
                {node.canManage && (
                  <Dropdown menu={{ items: actions(node) }} trigger={['click']} placement="bottomRight">
                    <Button
                      type="text"
                      size="small"
                      icon={<Icon name="more" size={18} />}
                      aria-label={t('organizations.actions', { name: node.name })}
                      onClick={(event) => event.stopPropagation()}
                    />
                  </Dropdown>
                )}
              </span>
            )}
          />
        </div>
      )}
      {task && <OrganizationDialog task={task} onClose={() => setTask(undefined)} />}
    </>
  )
}
