/** Following’s door for other modules’ server code: what is followed, by how many, and the kinds of things. */
import { serverModule } from '#server/module.ts'
import { following } from './contract.ts'
import { followingPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'
import { followedTopicKind, followsOfReplacedTopics } from './server/topic-kind.ts'

export {
  countFollows,
  followedAmong,
  followedIdsSql,
  followerCounts,
  followerCountsSql,
  followersAfter,
  followersByDay,
  followsSql,
  isFollowedByAnyone,
  mostFollowedSql,
} from './server/followers.ts'
/** @public For calls that follow under another name: the ask bar. */
export { follow, removeFollowsOf, setFollowing, unfollowById } from './server/follows.ts'
export { followKind } from './server/kinds.ts'
/** @public For lists of one kind. */
export { followList } from './server/lists.ts'

export const followingServer = serverModule({
  name: 'following',
  contract: following,
  routes,
  extensions: [followedTopicKind, followsOfReplacedTopics, followingPersonalData],
})
