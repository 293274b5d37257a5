/**
 * Briefs and the description of a project in a realistic style: the parts of a real prompt besides Forge's own text.
 */

export const briefs: Readonly<Record<string, { readonly title: string; readonly brief: string }>> = {
  search: {
    title: 'Full-text search over articles',
    brief: `Add a search over title and body of articles. The index lives in src/search; build it from the existing
article store and keep it up to date when an article is saved or removed. Queries have several words, all must occur; words
in quotes stand together. Results come in pages of 20 with the newest first among equally good ones. A query that matches
nothing answers an empty page, not an error. Cover umlauts and words of one letter in the tests.`,
  },
  reading: {
    title: 'Reading list for signed-in readers',
    brief: `Readers can put articles on a list and take them off again. Store it in src/reading with one row per reader and
article; adding twice is the same as once. Show the list on the profile page in the order in which articles were added, and
a button on each article that says what a click would do. Removing an article from the site removes it from all lists. The
routes need a signed-in reader and answer 401 otherwise.`,
  },
  feed: {
    title: 'Atom feed per author',
    brief: `Serve /authors/<name>/feed.xml with the last 30 articles of an author as Atom 1.0, made in src/feed. Dates are in
UTC, ids never change when a title does, and bodies are escaped. Send ETag and Last-Modified and answer 304 where they fit.
An unknown author is 404. Validate the result against the schema in test/fixtures/atom.xsd.`,
  },
}

export const projectText = `A site for long articles: a Node server that renders on the server, PostgreSQL behind it, no client framework.

- src/<feature> holds a feature whole: routes, queries, views, tests. Features do not import each other; what two need lies
  in src/shared.
- Queries are plain SQL in .sql files beside the code that uses them; migrations are numbered and only go forward.
- Views are functions from data to HTML that escape by default. There is no template language.
- Tests: npm test runs everything against a database in a container; a test makes its own rows and removes nothing.
- Errors for readers are pages with a way on; errors for us are logged once, with the request id.
- Dates are stored in UTC and shown in the reader's zone. Money does not occur.
- No new dependency without a reason in the commit message.
`
