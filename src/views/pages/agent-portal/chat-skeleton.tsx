import { Bone, Loading, TextBones } from '#src/views/ui/skeleton.tsx';

/** A conversation's final layout, before its data; `isPage` adds a page header above it. */
export function ChatSkeleton({ isPage = false }: { isPage?: boolean }) {
  return (
    <Loading label="Loading the chat…">
      {isPage && (
        <div className="mb-6 space-y-3">
          <Bone className="h-3.5 w-24" />
          <Bone className="h-6 w-64" />
          <Bone className="h-3.5 w-80 max-w-full" />
        </div>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {[14, 8].map((lines) => (
          <div key={lines} className="rounded-lg border border-gray-200 p-4">
            <TextBones lines={lines} />
          </div>
        ))}
      </div>
    </Loading>
  );
}
