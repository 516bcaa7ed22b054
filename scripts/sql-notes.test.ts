import { expect, test } from 'vitest'
import { readNotes } from './sql-notes.ts'

const sql = `-- What the file is about.

-- A table; with two columns.
create table things (
  -- Its name, which (like any other) may have a comma.
  name text not null default 'a, b; c' constraint things_name check (name in ('x', 'y')),
  size integer, -- In bytes.
  -- Both together.
  constraint things_key primary key (name, size)
);
create index things_by_size on things (size);
insert into things (name, size) values
  ('x', 1), -- the first
  ('y', 2); -- the second

-- Doubles it.
create or replace function doubled(n integer, at text default 'a, b', out result integer) returns integer language plpgsql as $$
begin
  -- Not of the schema.
  return n * 2;
end
$$;

-- Added later.
alter table things add column color text, add column weight integer;

-- The small ones.
create or replace view small as
  select name from things where size < 3;

-- Nobody else does this.
do $$ begin perform 1; end $$;
`

test('finds the comment of each part, above it or behind it', () => {
  const { heading, comments } = readNotes(sql)
  expect(heading).toEqual(['-- What the file is about.'])
  expect(Object.fromEntries(comments)).toEqual({
    'table things': ['-- A table; with two columns.'],
    'column things.name': ['-- Its name, which (like any other) may have a comma.'],
    'column things.size': ['-- In bytes.'],
    'constraint things.things_key': ['-- Both together.'],
    "row things.'x'": ['-- the first'],
    "row things.'y'": ['-- the second'],
    'function doubled/2': ['-- Doubles it.'],
    'column things.color': ['-- Added later.'],
    'view small': ['-- The small ones.'],
  })
})

test('keeps the text of views, and statements that define nothing', () => {
  const { texts, others, defined } = readNotes(sql)
  expect(texts.get('view small')).toBe('create view small as\n  select name from things where size < 3')
  expect(others).toEqual(['-- Nobody else does this.\ndo $$ begin perform 1; end $$;'])
  expect([...defined]).toContain('function doubled/2')
})
