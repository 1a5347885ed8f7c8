import './bank.css'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ForecastDialog } from '#web/ui/ForecastDialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import type { Directory, DirectoryChanges } from '../../contract/directories.ts'
import { DirectoryDialog, type DirectoryTask } from './DirectoryDialog.tsx'
import { type DirectoryNode, directoryTree, pathTo } from './directory-tree.ts'

export interface DirectoryTreeProps {
  readonly calls: DirectoryChanges
  /** What all of them are called together. */
  readonly allTitle: string
  readonly items: readonly Directory[]
  readonly chosen: string | undefined
  readonly onChoose: (id: string | undefined) => void
}

/** The directories: choose one to see its questions; make, rename, move and delete them. */
export function DirectoryPanel({ calls, allTitle, items, chosen, onChoose }: DirectoryTreeProps) {
  const t = useText('questions')
  const [task, setTask] = useState<DirectoryTask>()
  const [deleting, setDeleting] = useState<Directory>()
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map())
  const onWay = new Set(pathTo(items, chosen).map(({ id }) => id))
  const isOpen = ({ id, level }: Directory) => turned.get(id) ?? (level === 1 || onWay.has(id))
  const turn = (directory: Directory) => setTurned(new Map([...turned, [directory.id, !isOpen(directory)]]))
  const total = items.filter(({ level }) => level === 1).reduce((sum, { totalCount }) => sum + totalCount, 0)
  const branch = (nodes: readonly DirectoryNode[]) => (
    <ul>
      {nodes.map(({ directory, children }) => (
        <li key={directory.id}>
          <div className="qb-directory" data-chosen={directory.id === chosen}>
            {children.length > 0 ? (
              <button
                type="button"
                className="qb-turn"
                aria-expanded={isOpen(directory)}
                aria-label={t('directory.turn', { name: directory.name })}
                onClick={() => turn(directory)}
              >
                <Icon name="chevron-right" size={14} />
              </button>
            ) : (
              <span className="qb-turn" />
            )}
            <button
              type="button"
              className="qb-directory-name"
              title={`${directory.name} · ${directory.code}`}
              aria-current={directory.id === chosen}
              onClick={() => onChoose(directory.id)}
            >
              <span>{directory.name}</span>
              <small>{directory.totalCount}</small>
            </button>
            <Actions directory={directory} onTask={setTask} onDelete={() => setDeleting(directory)} />
          </div>
          {children.length > 0 && isOpen(directory) && branch(children)}
        </li>
      ))}
    </ul>
  )
  return (
    <nav className="qb-directories" aria-label={t('directory.title')}>
      <div className="sy-row sy-apart">
        <h2>{t('directory.title')}</h2>
        <Button
          type="text"
          size="small"
          icon={<Icon name="plus" size={16} />}
          aria-label={t('directory.add')}
          title={t('directory.add')}
          onClick={() => setTask({ parentId: null })}
        />
      </div>
      <div className="qb-directory qb-directory-all" data-chosen={chosen === undefined}>
        <span className="qb-turn" />
        <button
          type="button"
          className="qb-directory-name"
          aria-current={chosen === undefined}
          onClick={() => onChoose(undefined)}
        >
          <span>{allTitle}</span>
          <small>{total}</small>
        </button>
      </div>
      {branch(directoryTree(items))}
      {task && (
        <DirectoryDialog calls={calls} task={task} items={items} onDone={onChoose} onClose={() => setTask(undefined)} />
      )}
      {deleting && (
        <ForecastDialog
          entry={calls.deleteDirectory}
          input={{ params: { id: deleting.id } }}
          question={t('directory.deleteAsk', { name: deleting.name })}
          consequence={t('directory.deleteHint')}
          okText={t('directory.delete')}
          danger
          onConfirm={async () => {
            await call(calls.deleteDirectory, { params: { id: deleting.id } })
            notify('success', t('directory.deleted', { name: deleting.name }))
            if (onWay.has(deleting.id)) onChoose(deleting.parentId ?? undefined)
          }}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </nav>
  )
}

const LEVELS_MAX = 8

interface ActionsProps {
  readonly directory: Directory
  readonly onTask: (task: DirectoryTask) => void
  readonly onDelete: () => void
}

function Actions({ directory, onTask, onDelete }: ActionsProps) {
  const t = useText('questions')
  const { id, name, level, totalCount } = directory
  const items = [
    {
      key: 'add',
      label: t('directory.addBelow'),
      disabled: level >= LEVELS_MAX,
      onClick: () => onTask({ parentId: id }),
    },
    { key: 'change', label: t('directory.change'), onClick: () => onTask({ directory }) },
    { key: 'delete', label: t('directory.delete'), danger: true, disabled: totalCount > 0, onClick: onDelete },
  ]
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
      <Button
        type="text"
        size="small"
        className="qb-directory-more"
        icon={<Icon name="more" size={16} />}
        aria-label={t('directory.actions', { name })}
      />
    </Dropdown>
  )
}
