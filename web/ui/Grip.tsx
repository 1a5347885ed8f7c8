import type { useSortable } from '@dnd-kit/sortable'
import { useText } from '../i18n/texts.ts'
import { Icon } from './Icon.tsx'

interface Props {
  readonly name: string
  readonly sortable: Pick<ReturnType<typeof useSortable>, 'attributes' | 'listeners' | 'setActivatorNodeRef'>
}

/** What an entry of a list is dragged by. */
export function Grip({ name, sortable }: Props) {
  const t = useText('shell')
  return (
    <button
      type="button"
      className="sy-grip"
      ref={sortable.setActivatorNodeRef}
      {...sortable.attributes}
      {...sortable.listeners}
      aria-label={t('row.drag', { name })}
    >
      <Icon name="drag" size={18} />
    </button>
  )
}
