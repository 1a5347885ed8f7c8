import { Button, Grid } from 'antd'
import { type ReactNode, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { DirectoryPanel, type DirectoryTreeProps } from './DirectoryPanel.tsx'
import { pathTo } from './directory-tree.ts'

export interface DirectoryFrameProps extends DirectoryTreeProps {
  /** What is in the chosen directory. */
  readonly children: ReactNode
}

/** Directories beside what is in them; on a narrow screen they come out of a button. */
export function DirectoryFrame({ children, ...tree }: DirectoryFrameProps) {
  const t = useText('questions')
  const { items, chosen, allTitle, onChoose } = tree
  const isNarrow = Grid.useBreakpoint().lg === false
  const [isOpen, setOpen] = useState(false)
  const path = pathTo(items, chosen)
  const panel = (
    <DirectoryPanel
      {...tree}
      chosen={path.at(-1)?.id}
      onChoose={(id) => {
        onChoose(id)
        setOpen(false)
      }}
    />
  )
  return (
    <div className="qb-bank">
      {isNarrow ? (
        <>
          <Button
            className="qb-where"
            icon={<Icon name="folder" size={16} />}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {path.map(({ name }) => name).join(' / ') || allTitle}
          </Button>
          <Sheet open={isOpen} label={t('directory.title')} onClose={() => setOpen(false)}>
            {panel}
          </Sheet>
        </>
      ) : (
        <aside className="sy-card qb-aside">{panel}</aside>
      )}
      <div className="qb-main">{children}</div>
    </div>
  )
}
