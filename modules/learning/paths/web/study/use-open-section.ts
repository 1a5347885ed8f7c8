import { useNavigate } from 'react-router'
import { call } from '#web/api/query.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { PositionSection } from '../../contract/wire.ts'
import { paths } from '../../contract.ts'

/** Opens a section: the server keeps where the learner is, and the screen goes to what it holds. */
export function useOpenSection(pathId: string) {
  const navigate = useNavigate()
  const { busy: opening, run } = useAction()
  const open = ({ id }: Pick<PositionSection, 'id'>) =>
    run(async () => {
      const { link } = await call(paths.updateLessonLocation, { body: { pathId, sectionId: id } })
      if (link !== null) void navigate(link)
    })
  return { open, opening }
}
