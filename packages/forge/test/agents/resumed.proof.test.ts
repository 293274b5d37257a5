/** The wire formats that `builtin-more.test.ts` leaves out. */
import { resumedWith } from './resumed.ts'

resumedWith(['gemini-2.5-pro', 'qwen3@{url}/v1'])
