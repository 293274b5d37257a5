/** The user's own logins, lent to agents while they work. */
export { bringLoginsHome, lendLogin, type LentLogin } from './share-login.ts'
export type { TokenFile } from './token-file.ts'
export { readText, writeHome } from './shared-place.ts'
export { largestFile } from './token-file.ts'
