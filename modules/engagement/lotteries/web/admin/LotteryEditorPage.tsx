import '../parts/lotteries.css'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { EditedPage } from '#web/ui/EditedPage.tsx'
import { lotteries } from '../../contract.ts'
import { DraftEditor } from './DraftEditor.tsx'
import { PublishedView } from './PublishedView.tsx'

/** One lottery for those who run it: its settings while it is a draft, then how it goes. */
export default function LotteryEditorPage() {
  const { id = '' } = useParams()
  const query = useQuery(q(lotteries.editedLottery, { params: { id } }))
  return (
    <EditedPage id={id} editor={{ query }}>
      {(lottery, load) =>
        lottery.possible.includes('edit') ? (
          <DraftEditor lottery={lottery} onReload={load} />
        ) : (
          <PublishedView lottery={lottery} />
        )
      }
    </EditedPage>
  )
}
